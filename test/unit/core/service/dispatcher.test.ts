import assert from 'node:assert/strict';
import type { NetworkSettings } from '../../../../src/core/common/networkSettings';
import { Connections, type Environment } from '../../../../src/core/service/dispatcher';
import { createTransport } from '../../../../src/core/service/transport';
import { defaultNetwork } from '../../../support/defaultNetwork';
import { makeSelfSigned } from '../../../support/network/certificates';
import { freePort, type Loopback, serve } from '../../../support/network/loopback';
import { startHttpProxy, startSocksProxy } from '../../../support/network/proxies';
import { getBytes, getProblem } from './expectations';

const token = 'the-token';
const never = new AbortController().signal;

/** The service's own certificate, and the certificate of an untrusted proxy. */
const trusted = makeSelfSigned();
const unknown = makeSelfSigned();

describe('Connections', () => {
	let service: Loopback;
	let plainService: Loopback;

	before(async () => {
		service = await serve((_request, response) => response.end('in TLS'), trusted);
		plainService = await serve((_request, response) => response.end('in the clear'));
	});
	after(async () => {
		await service[Symbol.asyncDispose]();
		await plainService[Symbol.asyncDispose]();
	});

	function open(settings: Partial<NetworkSettings> = {}, environment: Environment = {}): Connections {
		return new Connections({ ...defaultNetwork, ...settings }, environment, () => [trusted.certificate]);
	}

	async function read(connections: Connections, url: string): Promise<string> {
		using answer = await createTransport(connections, () => {})({ url, token }, never);
		return `${answer.status} ${await getBytes(answer.body.chunks)}`;
	}

	describe('TLS certificates', () => {
		it('trusts certificates from the system store', async () => {
			await using connections = open();
			assert.equal(await read(connections, service.url), '200 in TLS');
			assert.equal(await read(connections, service.url.replace('127.0.0.1', 'localhost')), '200 in TLS');
		});

		it('does not trust certificates from the system store if the setting is off', async () => {
			await using connections = open({ systemCertificates: false });
			assert.equal((await getProblem(read(connections, service.url))).kind, 'certificate');
		});

		it('reads the certificates of the real system store', async () => {
			await using connections = new Connections(defaultNetwork, {});
			assert.equal((await getProblem(read(connections, service.url))).kind, 'certificate');
		});

		it('rejects a TLS certificate for a different hostname', async () => {
			await using connections = open();
			const problem = await getProblem(read(connections, service.url.replace('127.0.0.1', 'other.localhost')));
			assert.deepEqual(problem, {
				kind: 'certificate',
				host: `other.localhost:${service.port}`,
				code: 'ERR_TLS_CERT_ALTNAME_INVALID',
			});
		});
	});

	it('resolves subdomains of localhost without a DNS lookup', async () => {
		await using connections = open();
		assert.equal(await read(connections, `http://no.such.name.localhost:${plainService.port}/`), '200 in the clear');
	});

	describe('network proxy', () => {
		it('tunnels TLS through the proxy from the settings without sending it the token', async () => {
			await using proxy = await startHttpProxy({ target: service.port });
			await using connections = open({ proxy: proxy.address, proxyAuthorization: 'Basic bmFtZTp3b3Jk' });
			assert.equal(await read(connections, 'https://service.example/x'), '200 in TLS');
			assert.deepEqual(proxy.asked, ['CONNECT service.example:443']);
			assert.equal(proxy.headers[0]?.['proxy-authorization'], 'Basic bmFtZTp3b3Jk');
			assert.equal(proxy.headers[0]?.authorization, undefined);
			const last = service.requests.at(-1);
			assert.equal(last?.headers.authorization, `OAuth ${token}`);
			assert.equal(last?.headers['proxy-authorization'], undefined);
			assert.equal(last?.headers.host, 'service.example');
		});

		it('sends plain HTTP requests to the proxy with absolute URLs', async () => {
			await using proxy = await startHttpProxy({ target: plainService.port });
			await using connections = open({ proxy: proxy.address });
			assert.equal(await read(connections, 'http://service.example/x?a=b%20c'), '200 in the clear');
			assert.deepEqual(proxy.asked, ['GET http://service.example/x?a=b%20c']);
		});

		it('uses the user name and password in the proxy URL', async () => {
			await using proxy = await startHttpProxy({ target: service.port });
			await using connections = open({ proxy: proxy.address.replace('//', '//na%20me:word@') });
			await read(connections, 'https://service.example/');
			assert.equal(proxy.headers[0]?.['proxy-authorization'], `Basic ${btoa('na me:word')}`);
		});

		for (const variable of ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY']) {
			it(`reads the proxy from ${variable} with or without a URL scheme`, async () => {
				await using proxy = await startHttpProxy({ target: service.port });
				for (const address of [proxy.address, proxy.address.replace('http://', '')]) {
					await using connections = open({}, { [variable]: address });
					assert.equal(await read(connections, 'https://service.example/'), '200 in TLS');
				}
				assert.equal(proxy.asked.length, 2);
			});
		}

		it('prefers the proxy in the settings over environment variables', async () => {
			await using proxy = await startHttpProxy({ target: service.port });
			const environment = { HTTPS_PROXY: `http://127.0.0.1:${await freePort()}` };
			await using connections = open({ proxy: proxy.address }, environment);
			assert.equal(await read(connections, 'https://service.example/'), '200 in TLS');
		});

		for (const [what, settings, environment] of [
			['proxies are disabled', { proxyOff: true }, {}],
			['the setting excludes the host', { noProxy: ['else.example', '.example'] }, {}],
			['the environment excludes the host', { noProxy: ['else.example'] }, { NO_PROXY: 'service.example:443' }],
			['the environment excludes every host', {}, { no_proxy: '*' }],
		] as const) {
			it(`does not use the proxy when ${what}`, async () => {
				await using proxy = await startHttpProxy({ target: service.port });
				await using connections = open({ proxy: proxy.address, ...settings }, environment);
				const problem = await getProblem(read(connections, 'https://service.example/'));
				assert.equal(problem.kind, 'network', 'the name of the service exists for the proxy only');
				assert.deepEqual(proxy.asked, []);
			});
		}

		it('does not use the proxy for requests to this machine', async () => {
			await using proxy = await startHttpProxy({ target: service.port });
			await using connections = open({ proxy: proxy.address }, { HTTP_PROXY: proxy.address });
			assert.equal(await read(connections, service.url), '200 in TLS');
			assert.equal(await read(connections, plainService.url), '200 in the clear');
			assert.equal(await read(connections, plainService.url.replace('127.0.0.1', 'a.localhost')), '200 in the clear');
			assert.deepEqual(proxy.asked, []);
		});

		for (const refusal of [407, 403, 502]) {
			it(`reports status ${refusal} from a proxy that refuses a tunnel`, async () => {
				await using proxy = await startHttpProxy({ target: service.port, refusal });
				await using connections = open({ proxy: proxy.address });
				assert.deepEqual(await getProblem(read(connections, 'https://service.example/')), {
					kind: 'proxy',
					status: refusal,
					code: 'ERR_PROXY_TUNNEL',
				});
			});
		}

		it('reports the status of a proxy that requires a password for plain HTTP', async () => {
			await using proxy = await startHttpProxy({ target: plainService.port, refusal: 407 });
			await using connections = open({ proxy: proxy.address });
			const problem = await getProblem(read(connections, 'http://service.example/'));
			assert.equal(problem.kind === 'proxy' && problem.status, 407);
		});

		it('reports that the proxy closed the connection', async () => {
			await using proxy = await startHttpProxy({ target: service.port, hangUp: true });
			await using connections = open({ proxy: proxy.address });
			const problem = await getProblem(read(connections, 'https://service.example/'));
			assert.deepEqual(problem, { kind: 'proxy', status: undefined, code: 'UND_ERR_SOCKET' });
		});

		for (const scheme of ['http', 'https']) {
			it(`reports that no proxy is listening at the configured address for ${scheme}:`, async () => {
				await using connections = open({ proxy: `http://127.0.0.1:${await freePort()}` });
				assert.deepEqual(await getProblem(read(connections, `${scheme}://service.example/`)), {
					kind: 'proxy',
					status: undefined,
					code: 'ECONNREFUSED',
				});
			});
		}

		it('reports an unsupported proxy type', async () => {
			for (const proxy of ['ftp://proxy.example', 'socks4://proxy.example', 'http://', 'http://pro xy']) {
				await using connections = open({ proxy });
				const problem = await getProblem(read(connections, 'https://service.example/'));
				assert.equal(problem.kind, 'proxy', proxy);
			}
		});

		for (const address of ['socks5:', 'socks5h:', 'socks:']) {
			it(`connects through a SOCKS proxy with the scheme ${address}`, async () => {
				await using proxy = await startSocksProxy(service.port);
				await using connections = open({ proxy: proxy.address.replace('socks5:', address) });
				assert.equal(await read(connections, 'https://service.example/'), '200 in TLS');
				assert.deepEqual(proxy.asked, ['CONNECT service.example:443']);
			});
		}

		describe('proxy over TLS', () => {
			for (const url of ['https://service.example/', 'http://service.example/']) {
				it(`checks the certificate of a TLS proxy for ${url}`, async () => {
					await using proxy = await startHttpProxy({ target: service.port, tls: unknown });
					await using connections = open({ proxy: proxy.address });
					assert.deepEqual(await getProblem(read(connections, url)), {
						kind: 'proxy',
						status: undefined,
						code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
					});
					assert.deepEqual(proxy.asked, []);
				});
			}

			it('connects through a TLS proxy with a trusted certificate', async () => {
				await using proxy = await startHttpProxy({ target: service.port, tls: trusted });
				await using connections = open({ proxy: proxy.address });
				assert.equal(await read(connections, 'https://service.example/'), '200 in TLS');
			});

			it("accepts a proxy's untrusted certificate if the setting allows it, but never a service's", async () => {
				await using proxy = await startHttpProxy({ target: service.port, tls: unknown });
				const settings = { proxy: proxy.address, proxyStrictSsl: false };
				await using connections = open(settings);
				assert.equal(await read(connections, 'https://service.example/'), '200 in TLS');
				await using strangers = new Connections({ ...defaultNetwork, ...settings }, {}, () => []);
				const problem = await getProblem(read(strangers, 'https://service.example/'));
				assert.equal(problem.kind, 'certificate');
			});
		});
	});

	it('uses changed network settings for new requests and lets running requests finish', async () => {
		await using proxy = await startHttpProxy({ target: service.port });
		let finish = () => {};
		await using slow = await serve((_request, response) => {
			response.write('begun, ');
			finish = () => response.end('ended');
		});
		await using slowProxy = await startHttpProxy({ target: slow.port });
		await using connections = open({ proxy: slowProxy.address });
		using running = await createTransport(connections, () => {})({ url: 'http://service.example/', token }, never);
		connections.configure({ ...defaultNetwork, proxy: proxy.address });
		assert.equal(await read(connections, 'https://service.example/'), '200 in TLS');
		assert.equal(proxy.asked.length, 1);
		finish();
		assert.equal((await getBytes(running.body.chunks)).toString(), 'begun, ended');
	});

	it('aborts requests with earlier network settings when the connections are disposed', async () => {
		await using slow = await serve((_request, response) => {
			response.write('begun');
		});
		const connections = open();
		using running = await createTransport(connections, () => {})({ url: slow.url, token }, never);
		const rest = getProblem(getBytes(running.body.chunks));
		connections.configure(defaultNetwork);
		await connections[Symbol.asyncDispose]();
		assert.equal((await rest).kind, 'brokenBody');
	});

	it('aborts running requests when the connections are disposed', async () => {
		await using slow = await serve((_request, response) => {
			response.write('begun');
		});
		const connections = open();
		using running = await createTransport(connections, () => {})({ url: slow.url, token }, never);
		const rest = getProblem(getBytes(running.body.chunks));
		await connections[Symbol.asyncDispose]();
		assert.equal((await rest).kind, 'brokenBody');
	});
});
