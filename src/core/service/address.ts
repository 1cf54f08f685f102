import { withoutTrailing } from '../common/endings';
import { AppError } from '../common/errors';
import type { Target } from './serviceTarget';

export type AddressProblem =
	| 'empty'
	| 'malformed'
	| 'scheme'
	/** The URL contains a user name or password, which would be stored and displayed with the URL. */
	| 'credentials'
	/** The URL has a query string or fragment, although the extension creates the query string itself. */
	| 'queryOrFragment';

type ParsedAddress =
	| { readonly ok: true; readonly address: string }
	| { readonly ok: false; readonly problem: AddressProblem };

/**
 * Parses the URL of a service and removes trailing slashes. The default scheme is `https:`, or `http:` for hosts on
 * this computer.
 */
export function parseAddress(text: string): ParsedAddress {
	const typed = text.trim();
	if (typed === '') {
		return { ok: false, problem: 'empty' };
	}
	// The URL parser would change this text: it drops line breaks and replaces backslashes with slashes.
	if (/[\s\\]/.test(typed)) {
		return { ok: false, problem: 'malformed' };
	}
	const scheme = /^([a-z][a-z\d+.-]*):\/\//i.exec(typed)?.[1]?.toLowerCase();
	if (scheme !== undefined && scheme !== 'https' && scheme !== 'http') {
		return { ok: false, problem: 'scheme' };
	}
	const afterScheme = scheme === undefined ? typed : typed.slice(scheme.length + 3);
	if (/[?#]/.test(afterScheme)) {
		return { ok: false, problem: 'queryOrFragment' };
	}
	const authority = afterScheme.split('/', 1)[0] ?? '';
	if (authority.includes('@')) {
		return { ok: false, problem: 'credentials' };
	}
	if (authority === '' || (scheme === undefined && !looksLikeHost(authority))) {
		return { ok: false, problem: 'malformed' };
	}
	const url = tryUrl(`${scheme ?? 'https'}://${afterScheme}`);
	if (!url) {
		return { ok: false, problem: 'malformed' };
	}
	const address = url.origin + withoutTrailing(url.pathname, '/');
	return {
		ok: true,
		address: scheme === undefined && isLoopback(url.hostname) ? address.replace(/^https:/, 'http:') : address,
	};
}

/** Returns true if a host name always refers to this computer (RFC 6761). `dispatcher.ts` resolves it without DNS. */
export function isLoopback(host: string): boolean {
	const name = host.toLowerCase().replace(/\.$/, '');
	return (
		name === 'localhost' ||
		name.endsWith('.localhost') ||
		name === '::1' ||
		name === '[::1]' ||
		/^127(?:\.\d{1,3}){3}$/.test(name)
	);
}

export function isInsecure({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
	return protocol !== 'https:' && !isLoopback(hostname);
}

/** @throws AppError `insecureAddress` if the token would be sent unencrypted without consent, or `invalidAddress` */
export function assertSecure(target: Pick<Target, 'baseUrl' | 'allowInsecure'>): string {
	const parsed = parseAddress(target.baseUrl);
	if (!parsed.ok) {
		throw new AppError({ kind: 'invalidAddress', address: target.baseUrl });
	}
	const url = new URL(parsed.address);
	if (isInsecure(url) && !target.allowInsecure) {
		throw new AppError({ kind: 'insecureAddress', address: parsed.address });
	}
	return parsed.address;
}

/** @param path Path that starts with a slash. */
export function joinPath(baseUrl: string, path: string): string {
	return withoutTrailing(baseUrl, '/') + path;
}

function looksLikeHost(authority: string): boolean {
	return /^(?:(?:\[[\da-f:.]+\]|[^:.]*\.[^:]*|localhost)(?::\d{1,5})?|[^:]+:\d{1,5})$/i.test(authority);
}

function tryUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}
