import type { Timeouts } from './timeouts';

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
