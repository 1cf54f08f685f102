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
		['no settings', {}, () => ({}), 'direct'],
		['proxy in the settings', () => ({ proxy: proxy.address }), () => ({}), 'proxy'],
		[
			'proxy in the settings and another in the environment',
			() => ({ proxy: proxy.address }),
			elsewhere('https_proxy'),
			'proxy',
		],
		['https_proxy before http_proxy', {}, both('https_proxy', 'http_proxy'), 'proxy'],
		['HTTPS_PROXY before HTTP_PROXY', {}, both('HTTPS_PROXY', 'HTTP_PROXY'), 'proxy'],
		['lowercase variable before uppercase variable', {}, both('https_proxy', 'HTTPS_PROXY'), 'proxy'],
		[
			'empty lowercase variable and uppercase variable',
			{},
			() => ({ https_proxy: '', HTTPS_PROXY: proxy.address }),
			'proxy',
		],
		// VS Code also ignores this variable.
		['only ALL_PROXY', {}, () => ({ ALL_PROXY: proxy.address, all_proxy: proxy.address }), 'direct'],
		[
			'http.proxySupport off with proxies in the settings and the environment',
			() => ({ proxyOff: true, proxy: proxy.address }),
			here,
			'direct',
		],
		['http.proxySupport off with a proxy in the environment', { proxyOff: true }, here, 'direct'],
		['http.noProxy with the host', { noProxy: ['api.service.example'] }, here, 'direct'],
		['http.noProxy with the domain', { noProxy: ['.service.example'] }, here, 'direct'],
		['http.noProxy with an asterisk', { noProxy: ['*.service.example'] }, here, 'direct'],
		['http.noProxy in uppercase', { noProxy: ['API.Service.Example'] }, here, 'direct'],
		['http.noProxy with another port', { noProxy: ['api.service.example:8443'] }, here, 'proxy'],
		['http.noProxy with only the end of the domain', { noProxy: ['ervice.example'] }, here, 'proxy'],
		['no_proxy', {}, () => ({ ...here(), no_proxy: 'else.example,service.example' }), 'direct'],
		['NO_PROXY', {}, () => ({ ...here(), NO_PROXY: 'else.example, service.example' }), 'direct'],
		['NO_PROXY with all hosts', {}, () => ({ ...here(), NO_PROXY: '*' }), 'direct'],
		[
			'NO_PROXY with a proxy in the settings',
			() => ({ proxy: proxy.address }),
			() => ({ NO_PROXY: 'service.example' }),
			'direct',
		],
	];
	for (const [what, settings, environment, expected] of cases) {
		it(`selects the connection route "${expected}": ${what}`, async () => {
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
