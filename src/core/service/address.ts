import { withoutTrailing } from '../common/endings';
import { AppError } from '../common/errors';
import type { Target } from './serviceTarget';

export type AddressProblem =
	| 'empty'
	/** Not the address of a host. */
	| 'malformed'
	/** Something else than `https:` or `http:`. */
	| 'scheme'
	/** A name or password before the host: an address is stored and shown, so no secret may be part of it. */
	| 'credentials'
	/** All input of the service is made by us, so nothing may follow the path. */
	| 'queryOrFragment';

type ParsedAddress =
	| { readonly ok: true; readonly address: string }
	| { readonly ok: false; readonly problem: AddressProblem };

/**
 * Reads a base address as a person types it and gives its one canonical form, without a slash at the end.
 * Where no scheme was typed it is `https:`, or `http:` for this machine, where nobody has a certificate.
 */
export function parseAddress(text: string): ParsedAddress {
	const typed = text.trim();
	if (typed === '') {
		return { ok: false, problem: 'empty' };
	}
	// The URL parser would drop inner line breaks and turn backslashes into slashes: a different address than typed.
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

/**
 * Whether a host name (as in `URL.hostname`) can only be this machine. Names under `localhost` are by RFC 6761, and
 * `dispatcher.ts` sees to it that they are never looked up.
 */
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

/** Whether anyone on the way could read what is sent there. */
export function isInsecure({ protocol, hostname }: Pick<URL, 'protocol' | 'hostname'>): boolean {
	return protocol !== 'https:' && !isLoopback(hostname);
}

/**
 * The canonical base address of a target.
 * @throws AppError `insecureAddress` when the token would leave this machine in the clear without consent
 * @throws AppError `invalidAddress`
 */
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

/**
 * A path of the service document below a base address, whose own path stays in front.
 * @param path Begins with a slash.
 */
export function joinPath(baseUrl: string, path: string): string {
	return withoutTrailing(baseUrl, '/') + path;
}

/** A dot, a port, brackets or `localhost`; a bare word is more likely half an address. */
function looksLikeHost(authority: string): boolean {
	return /^(?:(?:\[[\da-f:.]+\]|[^:.]*\.[^:]*|localhost)(?::\d{1,5})?|[^:]+:\d{1,5})$/i.test(authority);
}

function tryUrl(text: string): URL | undefined {
	return URL.canParse(text) ? new URL(text) : undefined;
}
