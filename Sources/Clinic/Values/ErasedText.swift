/// The text that replaces an erased text in documents.
let erasedText = "(erased)"
