import assert from 'node:assert/strict';
import type { NetworkSettings } from '../../../../src/core/common/networkSettings';
import { Connections, type Environment } from '../../../../src/core/service/dispatcher';
import { createTransport } from '../../../../src/core/service/transport';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { makePrivateRoot } from '../../../support/network/certificates';
import { answer, type Loopback, serve } from '../../../support/network/loopback';
import { startHttpProxy, type TestProxy } from '../../../support/network/proxies';
import { getBytes, getProblem } from './expectations';

const token = 'the-token';
const never = new AbortController().signal;
const root = makePrivateRoot();

describe('connection routes', () => {
	let service: Loopback;
	let proxy: TestProxy;
	let other: TestProxy;

	before(async () => {
		service = await serve(answer(200, 'served'), root.issue());
	});
	after(() => service[Symbol.asyncDispose]());
	beforeEach(async () => {
		proxy = await startHttpProxy({ target: service.port });
		other = await startHttpProxy({ target: service.port });
	});
	afterEach(async () => {
		await proxy[Symbol.asyncDispose]();
		await other[Symbol.asyncDispose]();
	});

	/** Returns the route of a request. Only the proxies can resolve the service's host name. */
	async function way(settings: Partial<NetworkSettings>, environment: Environment): Promise<string> {
		await using connections = new Connections({ ...defaultNetwork, ...settings }, environment, () => [
			root.certificate,
		]);
		const [before, otherBefore] = [proxy.asked.length, other.asked.length];
		try {
			using got = await createTransport(connections, () => {})({ url: 'https://api.service.example/', token }, never);
			await getBytes(got.body.chunks);
		} catch {
			// The server that received the request reveals the route, whether or not it responded.
		}
		return proxy.asked.length > before ? 'proxy' : other.asked.length > otherBefore ? 'other proxy' : 'direct';
	}

	const cases: readonly [string, Partial<NetworkSettings> | (() => object), () => Environment, string][] = [
		['nothing said', {}, () => ({}), 'direct'],
		['the setting', () => ({ proxy: proxy.address }), () => ({}), 'proxy'],
		['the setting before the environment', () => ({ proxy: proxy.address }), elsewhere('https_proxy'), 'proxy'],
		['https_proxy before http_proxy', {}, both('https_proxy', 'http_proxy'), 'proxy'],
		['HTTPS_PROXY before HTTP_PROXY', {}, both('HTTPS_PROXY', 'HTTP_PROXY'), 'proxy'],
		['small letters before large ones', {}, both('https_proxy', 'HTTPS_PROXY'), 'proxy'],
		['an empty variable like a missing one', {}, () => ({ https_proxy: '', HTTPS_PROXY: proxy.address }), 'proxy'],
		// VS Code also ignores this variable.
		['ALL_PROXY as nothing said', {}, () => ({ ALL_PROXY: proxy.address, all_proxy: proxy.address }), 'direct'],
		['http.proxySupport off before all', () => ({ proxyOff: true, proxy: proxy.address }), here, 'direct'],
		['http.proxySupport off before the environment', { proxyOff: true }, here, 'direct'],
		['http.noProxy of the host', { noProxy: ['api.service.example'] }, here, 'direct'],
		['http.noProxy of the domain', { noProxy: ['.service.example'] }, here, 'direct'],
		['http.noProxy with a star', { noProxy: ['*.service.example'] }, here, 'direct'],
		['http.noProxy in uppercase', { noProxy: ['API.Service.Example'] }, here, 'direct'],
		['http.noProxy of another port', { noProxy: ['api.service.example:8443'] }, here, 'proxy'],
		['http.noProxy with a name that only has the same ending', { noProxy: ['ervice.example'] }, here, 'proxy'],
		['no_proxy', {}, () => ({ ...here(), no_proxy: 'else.example,service.example' }), 'direct'],
		['NO_PROXY', {}, () => ({ ...here(), NO_PROXY: 'else.example, service.example' }), 'direct'],
		['NO_PROXY of all', {}, () => ({ ...here(), NO_PROXY: '*' }), 'direct'],
		[
			'NO_PROXY beside the setting',
			() => ({ proxy: proxy.address }),
			() => ({ NO_PROXY: 'service.example' }),
			'direct',
		],
	];
	for (const [what, settings, environment, expected] of cases) {
		it(`selects the connection route "${expected}" with ${what}`, async () => {
			assert.equal(await way(typeof settings === 'function' ? settings() : settings, environment()), expected);
		});
	}

	function here(): Environment {
		return { HTTPS_PROXY: proxy.address };
	}
	function elsewhere(name: string): () => Environment {
		return () => ({ [name]: other.address });
	}
	function both(first: string, second: string): () => Environment {
		return () => ({ [first]: proxy.address, [second]: other.address });
	}
});

describe('connection time limits', () => {
	const limits = (changes: object): NetworkSettings => ({
		...defaultNetwork,
		timeouts: { ...defaultNetwork.timeouts, ...changes },
	});

	it('uses changed time limits for the next request', async () => {
		await using silent = await serve(() => {});
		await using connections = new Connections(limits({}), {});
		const transport = createTransport(connections, () => {});
		const controller = new AbortController();
		const patient = getProblem(transport({ url: silent.url, token }, controller.signal));
		while (silent.requests.length === 0) {
			await new Promise(setImmediate);
		}
		connections.configure(limits({ headers: 200 }));
		const impatient = await getProblem(transport({ url: silent.url, token }, never));
		assert.equal(impatient.kind === 'network' && impatient.limit, 'headers');
		controller.abort();
		assert.deepEqual(await patient, { kind: 'cancelled' }, 'the running one kept its own');
	});

	it('times out if a proxy accepts the connection but never responds', async () => {
		await using proxy = await startHttpProxy({ target: 0, silent: true });
		const settings = { ...limits({ connect: 300 }), proxy: proxy.address };
		await using connections = new Connections(settings, {}, () => []);
		const asking = createTransport(connections, () => {})({ url: 'https://service.example/', token }, never);
		const problem = await getProblem(asking);
		assert.equal(problem.kind === 'proxy' && problem.limit, 'connect');
	});
});
