import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Number of files in the workspace, in modules of one hundred. Each file name occurs in several modules. */
const count = 50_000;
const names = 20_000;

export const frameLine = 12;

export function makeWorkspace(folder: string): string[] {
	const paths = Array.from({ length: count }, (_, number) => getPath(number));
	const done = path.join(folder, 'done');
	if (!existsSync(done)) {
		for (const [number, file] of paths.entries()) {
			mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
			writeFileSync(path.join(folder, file), getText(number));
		}
		writeFileSync(done, '');
	}
	return paths;
}

export function getPath(number: number): string {
	const module = `module${Math.floor(number / 100)}`;
	return `${module}/src/main/kotlin/com/example/m${Math.floor(number / 100)}/Screen${number % names}.kt`;
}

export function frameText(number: number): string {
	const name = `Screen${number % names}`;
	return `\tat com.example.m${Math.floor(number / 100)}.${name}.load(${name}.kt:${frameLine})`;
}

function getText(number: number): string {
	const functions = Array.from({ length: 12 }, (_, at) => `    fun step${at}(): Int {\n        return ${at}\n    }\n`);
	const load = '    fun load(): Int {\n        val sum = step0() + step1()\n        return sum / step2()\n    }\n';
	const head = `package com.example.m${Math.floor(number / 100)}\n\nimport com.example.Base\n\n`;
	return `${head}class Screen${number % names} : Base() {\n${functions[0]}\n${load}\n${functions.slice(1).join('\n')}}\n`;
}
