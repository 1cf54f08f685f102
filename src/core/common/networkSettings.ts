import type { Timeouts } from './timeouts';

export interface NetworkSettings {
	readonly proxyOff: boolean;
	/** Value of `http.proxy`. If undefined, the environment variables `HTTP_PROXY` and `HTTPS_PROXY` apply. */
	readonly proxy: string | undefined;
	/** Value of `http.noProxy`, combined with the environment variable `NO_PROXY`. */
	readonly noProxy: readonly string[];
	readonly proxyAuthorization: string | undefined;
	/** Value of `http.proxyStrictSSL`, which only affects the certificate of the proxy. */
	readonly proxyStrictSsl: boolean;
	readonly systemCertificates: boolean;
	readonly timeouts: Timeouts;
	readonly databaseQueryMs: number;
}
