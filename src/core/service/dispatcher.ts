import type { LookupFunction } from 'node:net';
import { createSecureContext, getCACertificates } from 'node:tls';
import { Agent, buildConnector, type Dispatcher, EnvHttpProxyAgent, Pool } from 'undici';
import type { NetworkSettings } from '../common/networkSettings';
import type { Timeouts } from '../common/timeouts';
import { isLoopback } from './address';
import { openProxyPool, openTunnelPool, type ProxyAddress, readProxy } from './proxy';
import { tellingSurplus } from './surplus';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The connections to the service and its proxies. undici's dispatcher for the whole process is never used: every
 * request names its own.
 */
export class Connections implements AsyncDisposable {
	private open = new Map<string, Dispatcher>();
	private readonly former: Dispatcher[] = [];
	private surplusCount = 0;
	private closingSurplusCount = 0;

	/**
	 * @param environment For `HTTP_PROXY`, `HTTPS_PROXY` and `NO_PROXY`, in either case.
	 * @param systemCertificates In PEM; asked for when `http.systemCertificates` is on.
	 */
	constructor(
		private settings: NetworkSettings,
		private readonly environment: Environment,
		private readonly systemCertificates: () => readonly string[] = () => getCACertificates('system'),
	) {}

	/** Requests from now on use the new settings; those on their way end as they began. */
	configure(settings: NetworkSettings): void {
		this.settings = settings;
		// Not closed: undici forgets the connections of an agent it closes, so that they could not be cut off any more.
		// Idle ones end by themselves after seconds.
		this.former.push(...this.open.values());
		this.open = new Map();
	}

	/** Ask anew for each request, since settings change. */
	get timeouts(): Timeouts {
		return this.settings.timeouts;
	}

	/** How many connections there were on which more came than an answer had announced, and that the answer left open. */
	get surpluses(): number {
		return this.surplusCount;
	}

	/** The same of connections that the answer closed. */
	get closingSurpluses(): number {
		return this.closingSurplusCount;
	}

	/**
	 * The way to an address. Ask anew for each request, since settings change.
	 * @throws AppError `proxy` when the configured proxy cannot be used
	 */
	dispatcherFor({ protocol, hostname }: URL): Dispatcher {
		const loopback = isLoopback(hostname);
		const key = `${loopback ? 'loopback' : 'outward'} ${protocol}`;
		let dispatcher = this.open.get(key);
		if (!dispatcher) {
			// Made when first needed: collecting the system's certificates can take seconds.
			dispatcher = loopback ? this.openLoopback(protocol) : this.openOutward(protocol);
			this.open.set(key, dispatcher);
		}
		return dispatcher;
	}

	/** Cuts off what is still running. */
	async [Symbol.asyncDispose](): Promise<void> {
		const all = [...this.open.values(), ...this.former.splice(0)];
		this.open = new Map();
		await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
	}

	/** Never through a proxy, as in the editor itself. */
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
			// A SOCKS proxy would be spoken to in TLS if there were options for it.
			...(proxy.http && { proxyTls: { ...this.proxyTls(), allowH2: false } }),
			// Both are given, so that undici does not look into the environment by itself.
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

	/** What all connections share. */
	private common() {
		return {
			// The body is one stream, so HTTP/2 has nothing to offer, and its connections cannot be cut off one by one.
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
		const pool = open({ ...options, connect: tellingSurplus(plain, () => this.closingSurplusCount++) });
		return pool.on('disconnect', (_origin, _targets, error) => {
			// undici's words for bytes that no request is waiting for. Their code is that of every lost connection.
			if (error.message === 'bad response') {
				this.surplusCount++;
			}
		});
	}

	private proxyFor(protocol: string): ProxyAddress | undefined {
		const { proxyOff, proxy, proxyAuthorization } = this.settings;
		if (proxyOff) {
			return undefined;
		}
		const forHttp = this.fromEnvironment('http_proxy');
		// As the editor does, `HTTP_PROXY` also serves `https:` addresses when nothing else is said for them.
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

	/** Parsed once for all connections, since there are hundreds of certificates. */
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

/** Names under `localhost` are this machine by definition (RFC 6761, section 6.3), whatever a name server says. */
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
