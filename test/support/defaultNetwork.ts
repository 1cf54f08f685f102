import type { NetworkSettings } from '../../src/core/common/networkSettings';
import { defaultDatabaseQueryMs, defaultTimeouts } from '../../src/core/common/timeouts';

export const defaultNetwork: NetworkSettings = {
	proxyOff: false,
	proxy: undefined,
	noProxy: [],
	proxyAuthorization: undefined,
	proxyStrictSsl: true,
	systemCertificates: true,
	timeouts: defaultTimeouts,
	databaseQueryMs: defaultDatabaseQueryMs,
};
