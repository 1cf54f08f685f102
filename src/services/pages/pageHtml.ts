import { randomBytes } from 'node:crypto';

interface PageOptions {
	readonly script: string;
	readonly style: string;
	/** Source expression for the webview in the content security policy. */
	readonly cspSource: string;
	readonly nonce: string;
	readonly language: string;
	/** Label of the button that appears if the page fails to load. */
	readonly retry: string;
	readonly reading: string;
}

export function newNonce(): string {
	return randomBytes(16).toString('base64');
}

function contentSecurityPolicy({ nonce, cspSource }: Pick<PageOptions, 'nonce' | 'cspSource'>): string {
	return [
		`default-src 'none'`,
		`script-src 'nonce-${nonce}'`,
		`style-src ${cspSource}`,
		`font-src ${cspSource}`,
		`img-src ${cspSource} data:`,
		// These directives must be set explicitly, because `default-src` doesn't apply to them.
		`base-uri 'none'`,
		`form-action 'none'`,
	].join('; ');
}

export function pageHtml(options: PageOptions): string {
	const { script, style, nonce, language, retry, reading } = options;
	return `<!DOCTYPE html>
<html lang="${attribute(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${attribute(contentSecurityPolicy(options))}">
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
