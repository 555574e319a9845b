import { escapeHtml } from '../graph/text';

/** The page on which a person says who signs in. It posts `login` back to its own address. */
export function signInPage(suggested: string, problem?: string): string {
	const note = problem === undefined ? '' : `<p role="alert">${escapeHtml(problem)}</p>`;
	return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Sign in (simulated)</title></head>
<body style="font-family: sans-serif; max-width: 24rem; margin: 4rem auto">
<h1>Sign in</h1>
<p>A simulated provider: any account of this kind may sign in, there is no password.</p>
${note}
<form method="post">
<label>Account<br><input name="login" value="${escapeHtml(suggested)}" autofocus></label>
<p><button type="submit">Sign in and allow access</button></p>
</form>
</body>
</html>
`;
}
