import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isProblem } from '../../../src/core/common/errors';
import { EngineClient } from '../../../src/engine/engineClient';
import { defaultNetwork } from '../../support/defaultNetwork';

/*
 * A host in a process of its own, with the environment that the test gave it and the engine in a worker, as in the
 * editor. Asks the service at the address given for its applications and prints what came of it. The first line of its
 * input is the token; a second one makes it crash.
 */
async function main(baseUrl = '', systemCertificates = ''): Promise<void> {
	const lines = createInterface(process.stdin);
	const [token] = await once(lines, 'line');
	lines.once('line', () => {
		throw new Error('the host crashed');
	});
	const target = { baseUrl, token, allowInsecure: false };
	const engine = new EngineClient(
		join(__dirname, 'engine.js'),
		{
			credentials: async () => target,
			deviceKey: async () => ({ secret: 'key' }),
			databaseAccess: () => Promise.reject(new Error('no database')),
			network: async () => ({ ...defaultNetwork, systemCertificates: systemCertificates === 'true' }),
			ready: () => undefined,
			locateFrames: () => [],
			findMappings: () => [],
			log: async ({ message }) => console.error(message),
		},
		(error) => console.error(error),
	);
	try {
		const { applications } = await engine.call('checkToken', { target });
		console.log(`${applications} applications`);
	} catch (error) {
		console.log(isProblem(error, 'certificate') ? error.problem.code : error);
	} finally {
		await engine.dispose();
		lines.close();
	}
}

void main(...process.argv.slice(2));
