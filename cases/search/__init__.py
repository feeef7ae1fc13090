"""Text search in Korean and English: from texts to lexemes, from words typed to a question, from both to marks.

One lexeme list serves both languages. Knows nothing of cases.
"""
