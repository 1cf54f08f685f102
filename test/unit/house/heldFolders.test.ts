import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNone } from './support/faults';

/**
 * Files that may modify the file system without checking the folder's lock, because lock and marker files have a
 * token in their name or content, and `rmdir` deletes only empty folders.
 */
const free = ['durableFile.ts', 'exportLock.ts', 'exportLockFiles.ts', 'locks/lockThread.ts', 'openMarks.ts'];
const changing = /^import \{([^}]*)\} from 'node:fs\/promises';/m;

describe('export folders', () => {
	it("modifies files in export folders only through code that holds the folder's lock", () => {
		const folder = join('src', 'core', 'export');
		const wrong = readdirSync(folder, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts') && !free.includes(file))
			.filter((file) => {
				const names = changing.exec(readFileSync(join(folder, file), 'utf8'))?.[1]?.split(',') ?? [];
				return names.some((name) => /^\s*(rm|rename|writeFile|appendFile|chmod|truncate|mkdir)\b/.test(name));
			});
		assertNone(wrong, 'files that change a folder without checking its lock (use heldFiles.ts instead)');
	});
});
