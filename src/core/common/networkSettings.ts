import type { Timeouts } from './timeouts';

export interface NetworkSettings {
	readonly proxyOff: boolean;
	/** Value of `http.proxy`. If undefined, the environment variables `HTTP_PROXY` and `HTTPS_PROXY` are used. */
	readonly proxy: string | undefined;
	/** Value of `http.noProxy`, combined with the environment variable `NO_PROXY`. */
	readonly noProxy: readonly string[];
	readonly proxyAuthorization: string | undefined;
	/** Value of `http.proxyStrictSSL`. It applies to the proxy's certificate but not to the service's. */
	readonly proxyStrictSsl: boolean;
	readonly systemCertificates: boolean;
	readonly timeouts: Timeouts;
	readonly databaseQueryMs: number;
}
