"""Entry lists as people really send them: numbered, bulleted, bracketed, from spreadsheets, mails and chats."""
