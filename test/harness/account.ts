/** The own mailbox of every test that names none. */
export const OWN_MAILBOX = 'me@contoso.com';
