/** How long nothing may happen, in milliseconds. No limit is set for the whole of a request. */
export interface Timeouts {
	/** Until there is a connection, with TLS where the address asks for it; and until a proxy answers. */
	readonly connect: number;
	/** From the request to the headers of its answer. */
	readonly headers: number;
	/** Without a single byte of a body. One that moves, however slowly, has no limit. */
	readonly silentBody: number;
}

export const usualTimeouts: Timeouts = {
	/** Long enough for a lost packet and its repetitions, which begin after 1 s and double. */
	connect: 30_000,
	/** A service that makes a large export before it answers sends nothing for minutes. */
	headers: 300_000,
	silentBody: 120_000,
};

/** The editor's own network settings (`http.*`) and our time limits, as values. */
export interface NetworkSettings {
	/** `http.proxySupport` is `off`. */
	readonly proxyOff: boolean;
	/** `http.proxy`; undefined leaves it to the environment's `HTTP_PROXY` and `HTTPS_PROXY`. */
	readonly proxy: string | undefined;
	/** `http.noProxy`, joined with the environment's `NO_PROXY`. */
	readonly noProxy: readonly string[];
	/** `http.proxyAuthorization`. */
	readonly proxyAuthorization: string | undefined;
	/** `http.proxyStrictSSL`: concerns the certificate of the proxy only. */
	readonly proxyStrictSsl: boolean;
	/** `http.systemCertificates`. */
	readonly systemCertificates: boolean;
	readonly timeouts: Timeouts;
}

export const defaultNetwork: NetworkSettings = {
	proxyOff: false,
	proxy: undefined,
	noProxy: [],
	proxyAuthorization: undefined,
	proxyStrictSsl: true,
	systemCertificates: true,
	timeouts: usualTimeouts,
};
