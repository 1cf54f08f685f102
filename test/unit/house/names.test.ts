import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { assertNone } from './support/faults';

/** Every feature exports `register`, and the composition root calls all of them. */
const shared = new Set(['register']);

/** AssemblyScript modules are excluded, because they have their own naming conventions. */
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(
	(file) => file.endsWith('.ts') && !file.split(path.sep).includes('wasm'),
);

const exported = /^export (?:declare |abstract |async )*(?:function\*?|const|class|interface|type|enum) (\w+)/gm;

const imports = /^(?:import|export)(?: type)? \{([^}]*)\} from '(\.[^']+)'/gm;
/** Matches dynamic imports that are destructured. */
const lateImports = /\bconst \{([^}]*)\} = await import\('(\.[^']+)\.js'\)/g;

/** Matches imports by scripts, with paths relative to the repository. */
const scriptImports = /\bconst \{([^}]*)\} = await importTypeScript\('(src\/[^']+)\.ts'\)/g;

/** Exports that VS Code calls. */
const entries = new Set(['activate', 'deactivate']);

describe('names of exported declarations', () => {
	it('exports each name from only one file', () => {
		const places = new Map<string, Set<string>>();
		for (const file of files) {
			for (const [, name = ''] of readFileSync(path.join('src', file), 'utf8').matchAll(exported)) {
				places.set(name, (places.get(name) ?? new Set()).add(file));
			}
		}
		assert.ok(places.size > 1000);
		assertNone(
			[...places].filter(([name, { size }]) => size > 1 && !shared.has(name)).map(([name, at]) => [name, ...at]),
			'names that several files in src export',
		);
	});

	it('exports only names that another file imports', () => {
		const imported = new Set<string>();
		const importing = ['src', 'test', 'scripts'].flatMap((folder) =>
			readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
		);
		for (const file of importing.filter((name) => /\.m?ts$|\.mjs$/.test(name))) {
			const text = readFileSync(file, 'utf8');
			for (const [, names = '', module = ''] of [imports, lateImports, scriptImports].flatMap((form) => [
				...text.matchAll(form),
			])) {
				const target = module.startsWith('.') ? path.join(path.dirname(file), module) : path.normalize(module);
				for (const name of names.split(',')) {
					imported.add(
						`${target} ${
							name
								.trim()
								.replace(/^type /, '')
								.split(/ as |:/, 1)[0]
						}`,
					);
				}
			}
		}
		const unused = files.flatMap((file) => {
			const module = path.join('src', file.slice(0, -'.ts'.length));
			return [...readFileSync(path.join('src', file), 'utf8').matchAll(exported)]
				.map(([, name = '']) => name)
				.filter((name) => !imported.has(`${module} ${name}`) && !shared.has(name) && !entries.has(name))
				.map((name) => `${module} ${name}`);
		});
		assertNone(unused, 'exports in src that no other file imports');
	});
});
