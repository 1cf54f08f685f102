import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { NetworkSettings } from '../common/networkSettings';
import type { Timeouts } from '../common/timeouts';
import { isLoopback } from './address';
import { openProxyPool, openTunnelPool, type ProxyAddress, readProxy } from './proxy';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Connections to the service and its proxies. undici's global dispatcher is never used. */
export class Connections implements AsyncDisposable {
	private open = new Map<string, Dispatcher>();
	private readonly former: Dispatcher[] = [];
	private extraBytesSeen = 0;
	private closingExtraBytesSeen = 0;

	/** @param systemCertificates Returns PEM certificates. Called only if `http.systemCertificates` is enabled */
	constructor(
		private settings: NetworkSettings,
		private readonly environment: Environment,
		private readonly systemCertificates: () => readonly string[] = () => getCACertificates('system'),
	) {}

	configure(settings: NetworkSettings): void {
		this.settings = settings;
		// Former agents are not closed. A closed undici agent drops the references to its connections, so they could not be
		// destroyed later. Idle connections close automatically after a few seconds.
		this.former.push(...this.open.values());
		this.open = new Map();
	}

	/** Current time limits. Read this property for each request, because settings can change. */
	get timeouts(): Timeouts {
		return this.settings.timeouts;
	}

	get databaseQueryMs(): number {
		return this.settings.databaseQueryMs;
	}

	/** Number of connections that received extra bytes after a response that kept the connection open. */
	get extraBytesCount(): number {
		return this.extraBytesSeen;
	}

	/** Number of connections that received extra bytes after a response that closed the connection. */
	get closingExtraBytesCount(): number {
		return this.closingExtraBytesSeen;
	}

	/**
	 * Returns the dispatcher for a URL. Call this for each request, because settings can change. Throws `proxy` if the
	 * proxy can't be used.
	 */
	dispatcherFor({ protocol, hostname }: URL): Dispatcher {
		const loopback = isLoopback(hostname);
		const key = `${loopback ? 'loopback' : 'outward'} ${protocol}`;
		let dispatcher = this.open.get(key);
		if (!dispatcher) {
			// The dispatcher is created on first use, because loading the system certificates can take seconds.
			dispatcher = loopback ? this.openLoopback(protocol) : this.openOutward(protocol);
			this.open.set(key, dispatcher);
		}
		return dispatcher;
	}

	async [Symbol.asyncDispose](): Promise<void> {
		const all = [...this.open.values(), ...this.former.splice(0)];
		this.open = new Map();
		await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
	}

	/** Creates a dispatcher for loopback addresses. As in VS Code, its connections never use a proxy. */
	private openLoopback(protocol: string): Dispatcher {
		return new Agent({ ...this.common(), connect: { ...this.serverTls(protocol), lookup: lookupLoopback } });
	}

	private openOutward(protocol: string): Dispatcher {
		const tls = this.serverTls(protocol);
		const proxy = this.proxyFor(protocol);
		if (!proxy) {
			return new Agent({ ...this.common(), connect: tls });
		}
		return new EnvHttpProxyAgent({
			...this.common(),
			connect: tls,
			requestTls: { ...tls, allowH2: false },
			// `proxyTls` is set only for HTTP proxies, because it would make undici use TLS for a SOCKS proxy.
			...(proxy.http && { proxyTls: { ...this.proxyTls(), allowH2: false } }),
			// Sets both proxies, so that undici doesn't read them from the environment.
			httpProxy: proxy.url.href,
			httpsProxy: proxy.url.href,
			noProxy: this.noProxy(),
			...(proxy.authorization !== undefined && { token: proxy.authorization }),
			clientFactory: (origin, options) => openTunnelPool(origin, { ...options, headersTimeout: this.timeouts.connect }),
			factory: (origin, options) =>
				this.watch(options, (watched) =>
					new URL(origin).origin === proxy.url.origin ? openProxyPool(origin, watched) : new Pool(origin, watched),
				),
			...(!proxy.http && proxy.credentials),
		});
	}

	private common() {
		return {
			// HTTP/2 connections can't be destroyed individually and have no advantage for a body that is a single stream.
			allowH2: false,
			connectTimeout: this.timeouts.connect,
			factory: (origin: string | URL, options: Pool.Options) =>
				this.watch(options, (watched) => new Pool(origin, watched)),
		};
	}

	private watch({ connect, ...options }: Pool.Options, open: (options: Pool.Options) => Pool): Pool {
		const plain =
			typeof connect === 'function'
				? connect
				: buildConnector({ allowH2: false, timeout: this.timeouts.connect, ...connect });
		const pool = open({ ...options, connect: reportExtraBytes(plain, () => this.closingExtraBytesSeen++) });
		return pool.on('disconnect', (_origin, _targets, error) => {
			// undici uses the same error code for every lost connection, so only the message shows that the server sent
			// unexpected bytes.
			if (error.message === 'bad response') {
				this.extraBytesSeen++;
			}
		});
	}

	private proxyFor(protocol: string): ProxyAddress | undefined {
		const { proxyOff, proxy, proxyAuthorization } = this.settings;
		if (proxyOff) {
			return undefined;
		}
		const forHttp = this.fromEnvironment('http_proxy');
		// As in VS Code, `HTTP_PROXY` also applies to `https:` URLs without a proxy of their own.
		const address = proxy || (protocol === 'https:' ? this.fromEnvironment('https_proxy') || forHttp : forHttp);
		return address ? readProxy(address, proxyAuthorization) : undefined;
	}

	private noProxy(): string {
		return [...this.settings.noProxy, this.fromEnvironment('no_proxy') ?? ''].join(',');
	}

	private serverTls(protocol: string) {
		return protocol === 'https:' ? this.trust() : {};
	}

	private proxyTls() {
		return { ...this.trust(), rejectUnauthorized: this.settings.proxyStrictSsl };
	}

	/** Parses the certificates only once for all connections, because there can be hundreds of certificates. */
	private trust() {
		if (!this.settings.systemCertificates) {
			return {};
		}
		const ca = new Set([...getCACertificates('default'), ...this.systemCertificates()]);
		return { secureContext: createSecureContext({ ca: [...ca] }) };
	}

	private fromEnvironment(name: string): string | undefined {
		return this.environment[name] || this.environment[name.toUpperCase()];
	}
}

/** Resolves names under `localhost` to this computer without a DNS query (RFC 6761, section 6.3). */
const lookupLoopback: LookupFunction = (_hostname, { all }, callback) => {
	if (all) {
		callback(null, [
			{ address: '127.0.0.1', family: 4 },
			{ address: '::1', family: 6 },
		]);
	} else {
		callback(null, '127.0.0.1', 4);
	}
};

const lineEnds = /^[\r\n]*$/;

/**
 * Detects extra bytes after a response that closes the connection. undici then destroys the connection and returns the
 * remaining bytes to the socket. Line endings are ignored, because HTTP allows them there (RFC 9112, section 2.2).
 */
function reportExtraBytes(connect: buildConnector.connector, onExtraBytes: () => void): buildConnector.connector {
	return (target, callback) =>
		connect(target, (...[error, socket]: Parameters<buildConnector.Callback>) => {
			if (error) {
				callback(error, null);
				return;
			}
			const giveBack = socket.unshift.bind(socket);
			socket.unshift = (bytes: Buffer) => {
				if (socket.destroyed && !lineEnds.test(bytes.toString('latin1'))) {
					onExtraBytes();
				}
				giveBack(bytes);
			};
			callback(null, socket);
		});
}
