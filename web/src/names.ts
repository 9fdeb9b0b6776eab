/** What bots are called at a table, by their seat: the same for everybody who looks. */
export const BOT_NAMES = ["Ada", "Mira", "Jonas", "Noor", "Bence", "Zoé", "Emil", "Lena", "Tomás", "Ilse", "Otto", "Yun"] as const;
