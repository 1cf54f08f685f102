const maxLength = 4096;

/** URL schemes whose first path segment is a bundle name or a host instead of a folder. */
const bundlerSchemes = new Set([
	'webpack',
	'webpack-internal',
	'ng',
	'app',
	'rsc',
	'turbopack',
	'vite',
	'metro',
	'http',
	'https',
]);

/** Returns a path without `.`, `..`, and scheme, or undefined if the source is not a file (`command:`, `node:`). */
export function sourcePath(source: string, sourceRoot: string | undefined): string | undefined {
	const root = isRooted(source) ? '' : sourceRoot;
	if (root === undefined) {
		return undefined;
	}
	const joined = root === '' ? source : `${root.replace(/\/$/, '')}/${source}`;
	if (joined.length > maxLength || hasControlCharacter(joined)) {
		return undefined;
	}
	const path = withoutScheme(joined.replaceAll('\\', '/').replace(/\?[\s\S]*/, ''));
	if (path === undefined) {
		return undefined;
	}
	const parts: string[] = [];
	for (const part of path.split('/')) {
		if (part === '..') {
			parts.pop();
		} else if (part !== '.' && part !== '') {
			parts.push(part);
		}
	}
	const rooted = path.startsWith('/') ? '/' : '';
	return parts.length === 0 ? undefined : rooted + parts.join('/');
}

function isRooted(source: string): boolean {
	return /^(?:[\\/]|[a-z][\w+.-]*:)/i.test(source);
}

function withoutScheme(text: string): string | undefined {
	const [, scheme = '', slashes = '', rest = ''] = /^([a-z][\w+.-]+):(\/{0,2})(.*)$/is.exec(text) ?? [];
	if (scheme === '') {
		return text;
	}
	if (scheme.toLowerCase() === 'file') {
		const path = decoded(rest.replace(/^(?:localhost)?\//i, ''));
		return /^[a-z]:/i.test(path) ? path : `/${path}`;
	}
	if (!bundlerSchemes.has(scheme.toLowerCase())) {
		return undefined;
	}
	// Removes the name in `scheme://name/path`. After three slashes, the name is empty. Without two slashes, there is no
	// name.
	return slashes === '//' ? rest.slice(rest.indexOf('/') + 1) : rest;
}

function decoded(path: string): string {
	try {
		return decodeURIComponent(path);
	} catch {
		return path;
	}
}

function hasControlCharacter(text: string): boolean {
	for (let index = 0; index < text.length; index++) {
		const code = text.charCodeAt(index);
		if (code < 0x20 || code === 0x7f) {
			return true;
		}
	}
	return false;
}
