import { type buildConnector, type Dispatcher, Pool } from 'undici';
import { AppError } from '../common/errors';
import { proxyProblem } from './networkProblem';

export interface ProxyAddress {
	readonly url: URL;
	/** Whether it speaks HTTP, in TLS or not, rather than SOCKS. */
	readonly http: boolean;
	/** The whole value of `Proxy-Authorization`. */
	readonly authorization: string | undefined;
	/** For SOCKS, whose address undici would take them from without decoding them. */
	readonly credentials: { readonly username: string; readonly password: string };
}

/**
 * Reads the address of a proxy as the editor's settings and the environment write it, with or without `http://`.
 * @throws AppError `proxy` when there is no such kind of proxy
 */
export function readProxy(address: string, authorization: string | undefined): ProxyAddress {
	const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(address) ? address : `http://${address}`;
	// `socks:` and `socks5h:` leave the lookup of names to the proxy, which undici does for every SOCKS proxy.
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

/** @throws AppError `proxy` for a percent sign that encodes nothing, which undici would stumble over, too */
function decode(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		throw new AppError({ kind: 'proxy', status: undefined, code: 'ERR_INVALID_URL' });
	}
}

/** The connections to a proxy: a failure to open one is reported as the proxy's, not the service's. */
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

/** The connections on which a proxy is asked for tunnels, with its refusals as problems that tell the status. */
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
