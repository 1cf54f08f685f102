import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { fitsPattern } from '../stack/mapping/pathPattern';

const places = [['.github', 'CODEOWNERS'], ['CODEOWNERS'], ['docs', 'CODEOWNERS'], ['.gitlab', 'CODEOWNERS']] as const;
const maxBytes = 1_000_000;
const maxRules = 5_000;
const maxOwners = 20;

interface OwnerRule {
	readonly patterns: readonly string[];
	readonly owners: readonly string[];
}

/** Owners of files according to a `CODEOWNERS` file, whose contents are untrusted. */
export class CodeOwners {
	private constructor(private readonly rules: readonly OwnerRule[]) {}

	/** Reads the first `CODEOWNERS` file that exists. Without one, no file has owners. */
	static async read(repository: string): Promise<CodeOwners> {
		for (const place of places) {
			const text = await readBounded(join(repository, ...place));
			if (text !== undefined) {
				return CodeOwners.parse(text);
			}
		}
		return new CodeOwners([]);
	}

	/**
	 * Parses a `CODEOWNERS` file. In a GitLab section, such as `[Checkout] @team`, a pattern without owners gets the
	 * owners of the section.
	 */
	static parse(text: string): CodeOwners {
		const rules: OwnerRule[] = [];
		let ofSection: readonly string[] = [];
		for (const line of text.split('\n')) {
			const [pattern = '', ...owners] = wordsOf(line);
			const section = /^\^?\[[^\]]+\](?:\[\d+\])?/.exec(line.trim())?.[0];
			if (section !== undefined) {
				ofSection = ownersIn(line.trim().slice(section.length).split(/\s+/));
			} else if (pattern !== '') {
				const own = ownersIn(owners);
				rules.push({ patterns: globsOf(pattern), owners: own.length > 0 ? own : ofSection });
			}
		}
		return new CodeOwners(rules.slice(-maxRules).reverse());
	}

	/** @param path Path relative to the repository, with `/` as the separator */
	of(path: string): readonly string[] {
		const rule = this.rules.find(({ patterns }) => patterns.some((pattern) => fitsPattern(path, pattern, {})));
		return rule?.owners ?? [];
	}
}

function ownersIn(words: readonly string[]): readonly string[] {
	return words.filter((word) => word.includes('@')).slice(0, maxOwners);
}

/** Splits a line at unescaped spaces and removes its comment. */
function wordsOf(line: string): readonly string[] {
	const words: string[] = [];
	for (const word of line.trim().replaceAll('\\ ', '\0').split(/\s+/)) {
		if (word.startsWith('#')) {
			break;
		}
		words.push(word.replaceAll('\0', ' ').replace('\\#', '#'));
	}
	return words;
}

/** Converts a pattern in the format of `.gitignore` to globs for file paths. */
function globsOf(pattern: string): readonly string[] {
	const isAnchored = pattern.slice(0, -1).includes('/');
	const glob = isAnchored ? pattern.replace(/^\//, '') : `**/${pattern}`;
	if (pattern.endsWith('/')) {
		return [`${glob}**`];
	}
	// A pattern that ends with `/*` doesn't match files in nested folders.
	return pattern.endsWith('/*') ? [glob] : [glob, `${glob}/**`];
}

async function readBounded(path: string): Promise<string | undefined> {
	try {
		await using file = await open(path);
		const stats = await file.stat();
		return stats.isFile() && stats.size <= maxBytes ? await file.readFile('utf8') : undefined;
	} catch {
		return undefined;
	}
}
