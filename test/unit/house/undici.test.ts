import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

type Bundles = { readonly undiciHttp1: Plugin };
type Undici = Pick<typeof import('undici'), 'Agent'>;

describe('bundled parts of undici', () => {
	let folder: string;
	let undiciHttp1: Plugin;

	before(async () => {
		({ undiciHttp1 } = (await import(pathToFileURL(resolve('scripts', 'bundles.mjs')).href)) as Bundles);
		folder = await mkdtemp(join(tmpdir(), 'app-errors-undici-'));
	});

	after(() => rm(folder, { recursive: true, force: true }));

	async function bundle(contents: string) {
		return build({
			stdin: { contents, resolveDir: '.' },
			bundle: true,
			platform: 'node',
			format: 'cjs',
			write: false,
			metafile: true,
			logLevel: 'silent',
			plugins: [undiciHttp1],
		});
	}

	it('bundles the SIMD HTTP parser of undici, but not fetch, WebSocket or HTTP/2', async () => {
		const { metafile } = await bundle("export { Agent, buildConnector, EnvHttpProxyAgent, Pool } from 'undici';");
		const files = Object.keys(metafile.inputs).map((file) => file.replace(/^node_modules\/undici\/lib\//, ''));
		const optional =
			/^(?:llhttp\/.*wasm|milo\/|web\/|mock\/|cache\/|interceptor\/|dispatcher\/(?:client-h2|parser-h1))/;
		assert.deepEqual(
			files.filter((file) => optional.test(file)),
			['llhttp/llhttp_simd-wasm.js'],
		);
	});

	it('sends an HTTP/1.1 request with the bundled parts of undici', async () => {
		const { outputFiles } = await bundle("export { Agent } from 'undici';");
		const file = join(folder, 'undici.cjs');
		await writeFile(file, outputFiles[0]?.text ?? '');
		const { Agent }: Undici = (await import(pathToFileURL(file).href)).default;
		const server = createServer(({ httpVersion, url }, response) => response.end(`${httpVersion} ${url}`));
		await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
		const agent = new Agent();
		try {
			const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
			const { statusCode, body } = await agent.request({ origin, path: '/records', method: 'GET' });
			assert.equal(statusCode, 200);
			assert.equal(await body.text(), '1.1 /records');
		} finally {
			await agent.destroy();
			server.close();
		}
	});

	it('fails the build if undici no longer requires a module that the bundle excludes', async () => {
		// A source that does not import undici simulates an undici version that requires none of the excluded modules.
		await assert.rejects(bundle('export const unrelated = 1;'), /undici no longer requires dispatcher\/client-h2/);
	});
});
