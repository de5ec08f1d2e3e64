/// Replaces an erased text in documents.
let erasedText = "(erased)"
