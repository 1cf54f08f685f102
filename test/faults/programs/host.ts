import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { isProblem } from '../../../src/core/common/errors';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import { defaultNetwork } from '../../support/defaultNetwork';

/* Extension host in a separate process. Standard input contains the token; a second line crashes the process. */
async function main(baseUrl = '', systemCertificates = ''): Promise<void> {
	const lines = createInterface(process.stdin);
	const [token] = await once(lines, 'line');
	lines.once('line', () => {
		throw new Error('the host crashed');
	});
	const target = { baseUrl, token, allowInsecure: false };
	const engine = new EngineClient(
		engineIn(join(__dirname, 'engine.js')),
		{
			credentials: async () => target,
			deviceKey: async () => ({ secret: 'key' }),
			databaseAccess: () => Promise.reject(new Error('no database')),
			network: async () => ({ ...defaultNetwork, systemCertificates: systemCertificates === 'true' }),
			ready: () => undefined,
			locateFrames: () => [],
			findSource: () => ({ kind: 'noWorkspace' }),
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
