import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNone } from './support/faults';

const changing = /^import \{([^}]*)\} from 'node:fs\/promises';/m;

describe('export folder access', () => {
	it("modifies files in export folders only in code that holds the folder's lock", () => {
		const folder = join('src', 'core', 'export');
		const wrong = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.filter((file) => {
				const names = changing.exec(readFileSync(join(folder, file), 'utf8'))?.[1]?.split(',') ?? [];
				return names.some((name) => /^\s*(rm|rename|writeFile|appendFile|chmod|truncate|mkdir)\b/.test(name));
			});
		assertNone(wrong, 'files that change a folder without checking its lock (use heldFiles.ts instead)');
	});
});
