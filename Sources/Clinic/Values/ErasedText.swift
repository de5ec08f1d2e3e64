/// The text that documents show in place of an erased text.
let erasedText = "(erased)"
