import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { AppError } from '../common/errors';
import { proxyProblem } from './networkProblem';

export interface ProxyAddress {
	readonly url: URL;
	readonly http: boolean;
	readonly authorization: string | undefined;
	/** Credentials for a SOCKS proxy. They aren't part of the URL, because undici doesn't decode credentials in URLs. */
	readonly credentials: { readonly username: string; readonly password: string };
}

/** Parses a proxy URL from VS Code's settings or the environment. The prefix `http://` is optional. */
export function readProxy(address: string, authorization: string | undefined): ProxyAddress {
	const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
	// `socks:` and `socks5h:` mean the same as `socks5:` here, because undici always lets a SOCKS proxy resolve host
	// names.
	const known = withScheme.replace(/^(?:socks|socks5h):/i, 'socks5:');
	if (!URL.canParse(known)) {
		throw new AppError({ kind: 'proxy', status: undefined, code: 'ERR_INVALID_URL' });
	}
	const url = new URL(known);
	if (!['http:', 'https:', 'socks5:'].includes(url.protocol)) {
		throw new AppError({ kind: 'proxy', status: undefined, code: 'ERR_INVALID_PROTOCOL' });
	}
	const credentials = { username: decode(url.username), password: decode(url.password) };
	return { url, http: url.protocol !== 'socks5:', authorization, credentials };
}

/**
 * Decodes percent-encoded text.
 * @throws AppError `proxy` for invalid text, which undici can't handle either
 */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new AppError({ kind: 'proxy', status: undefined, code: 'ERR_INVALID_URL' });
	}
}

/** Creates connections to a proxy. A failed connection is reported as an error of the proxy instead of the service. */
export function openProxyPool(origin: string | URL, { connect, ...options }: Pool.Options): Pool {
	if (typeof connect !== 'function') {
		throw new TypeError('a proxy agent always gives a connector');
	}
	return new Pool(origin, {
		...options,
		connect: (target, callback) =>
			connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) =>
				error ? callback(proxyProblem(error), null) : callback(null, socket),
			),
	});
}

/** Creates connections for tunnels through a proxy. A rejected tunnel is reported as a proxy error. */
export function openTunnelPool(origin: string | URL, options: Pool.Options): Dispatcher {
	return openProxyPool(origin, options).compose(
		(dispatch) => (request, handler) => dispatch(request, new TunnelHandler(handler)),
	);
}

class TunnelHandler implements Dispatcher.DispatchHandler {
	constructor(private readonly inner: Dispatcher.DispatchHandler) {}

	onRequestStart(...[controller, context]: Heard<'onRequestStart'>): void {
		this.inner.onRequestStart?.(controller, context);
	}

	onRequestUpgrade(...[controller, statusCode, headers, socket]: Heard<'onRequestUpgrade'>): void {
		if (statusCode === 200) {
			this.inner.onRequestUpgrade?.(controller, statusCode, headers, socket);
			return;
		}
		socket.on('error', () => {}).destroy();
		this.onResponseError(controller, new AppError({ kind: 'proxy', status: statusCode, code: 'ERR_PROXY_TUNNEL' }));
	}

	onResponseStart(...heard: Heard<'onResponseStart'>): void {
		this.inner.onResponseStart?.(...heard);
	}

	onResponseError(...[controller, error]: Heard<'onResponseError'>): void {
		this.inner.onResponseError?.(controller, proxyProblem(error));
	}
}

type Heard<Event extends keyof Dispatcher.DispatchHandler> = Parameters<NonNullable<Dispatcher.DispatchHandler[Event]>>;
