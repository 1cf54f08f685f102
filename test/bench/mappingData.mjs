import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/** @satisfies {Record<string, (write: (text: string) => void) => void>} */
const files = { 'mapping-100.txt': writeMapping, 'bundle-15.map': writeSourceMap };

/** @typedef {keyof typeof files} MappingName */

/** @param {string} folder @param {MappingName} name @returns {string} */
export function mappingFile(folder, name) {
	const path = join(folder, name);
	if (!existsSync(path)) {
		mkdirSync(folder, { recursive: true });
		const file = openSync(`${path}.part`, 'w');
		files[name]((text) => writeSync(file, text));
		closeSync(file);
		renameSync(`${path}.part`, path);
	}
	return path;
}

/** @param {(text: string) => void} write */
function writeMapping(write) {
	write(
		'# compiler: R8\n# compiler_version: 8.13.6\n# min_api: 26\n# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n',
	);
	write(`# pg_map_id: 0123456\n# pg_map_hash: SHA-256 ${'01234567'.repeat(8)}\n`);
	let size = 0;
	for (let number = 0; size < 100 * 1024 ** 2; number++) {
		const type = `com.example.application.feature${number % 300}.screen${number % 41}.ScreenModel${number}`;
		let text = `${type} -> a${number % 700}.b${number}:\n# {"id":"sourceFile","fileName":"ScreenModel${number}.kt"}\n`;
		text += '    kotlinx.coroutines.flow.MutableStateFlow state -> a\n    java.lang.String title -> b\n';
		let line = 1;
		for (let method = 0; method < 10; method++) {
			const name = String.fromCharCode(97 + (method % 7));
			const original = 20 + method * 9;
			text += `    ${line}:${line + 8}:void method${method}(java.lang.String,kotlin.jvm.functions.Function1):${original}:${original + 8} -> ${name}\n`;
			text += '      # {"id":"com.android.tools.r8.residualsignature","signature":"(Ljava/lang/String;La/b;)V"}\n';
			line += 9;
			text += `    ${line}:${line}:java.lang.Object com.example.application.common.Results.getOrThrow(java.lang.Object):31:31 -> ${name}\n`;
			text += `    ${line}:${line}:void method${method}(java.lang.String,kotlin.jvm.functions.Function1):${original + 9} -> ${name}\n`;
			line += 1;
		}
		write(text);
		size += text.length;
	}
}

/** @param {(text: string) => void} write */
function writeSourceMap(write) {
	const sources = Array.from({ length: 5000 }, (_, number) => `src/screens/screen${number % 200}/file${number}.tsx`);
	write(`{"version":3,"file":"index.android.bundle","sources":${JSON.stringify(sources)},"names":[],"mappings":"`);
	for (const number of sources.keys()) {
		// Each bundle line contains one source. Its first segment refers to the first line of the next source.
		const back = number === 0 ? 'AAAA' : 'ACxBA';
		write(`${number === 0 ? '' : ';'}${back}${',KACA'.repeat(25)}${',IAAI'.repeat(574)}`);
	}
	write('"}');
}
