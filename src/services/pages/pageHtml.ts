import { randomBytes } from 'node:crypto';

/** What the page is made of. */
interface PageParts {
	readonly script: string;
	readonly style: string;
	/** The editor's source of local files, for the policy. */
	readonly cspSource: string;
	readonly nonce: string;
	readonly language: string;
	/** On the button of a page that could not begin, which has no other words yet. */
	readonly retry: string;
	/** Beside the progress of what is read before the page begins. */
	readonly reading: string;
}

export function newNonce(): string {
	return randomBytes(16).toString('base64');
}

/** Nothing runs but the one script, nothing is styled but by the one sheet, and nothing leaves the page. */
function contentSecurityPolicy({ nonce, cspSource }: Pick<PageParts, 'nonce' | 'cspSource'>): string {
	return [
		`default-src 'none'`,
		`script-src 'nonce-${nonce}'`,
		`style-src ${cspSource}`,
		`font-src ${cspSource}`,
		`img-src ${cspSource} data:`,
		// These two have no default.
		`base-uri 'none'`,
		`form-action 'none'`,
	].join('; ');
}

export function pageHtml(parts: PageParts): string {
	const { script, style, nonce, language, retry, reading } = parts;
	return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(contentSecurityPolicy(parts))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${attribute(style)}">
<script nonce="${nonce}" src="${attribute(script)}" defer></script>
</head>
<body data-retry="${attribute(retry)}" data-reading="${attribute(reading)}"></body>
</html>`;
}

function attribute(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
