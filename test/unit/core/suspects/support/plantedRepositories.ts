import type { OwnLine } from '../../../../../src/core/report/newestThrownFrom';
import { GitImport } from '../../../../support/gitImport';
import { Random } from '../../../../support/random';

interface SourceMethod {
	readonly name: string;
	readonly body: readonly string[];
}

interface SourceClass {
	readonly name: string;
	readonly methods: readonly SourceMethod[];
}

/** Content of a branch: classes by path. */
type Tree = ReadonlyMap<string, SourceClass>;

interface Language {
	readonly extension: string;
	readonly open: (name: string) => string;
	readonly method: (name: string) => string;
	readonly statement: (name: string, value: string) => string;
}

const languages: readonly [Language, ...Language[]] = [
	{
		extension: 'kt',
		open: (name) => `package com.example.shop\n\nclass ${name} {`,
		method: (name) => `fun ${name}(items: List<Int>): Int {`,
		statement: (name, value) => `val ${name} = ${value}`,
	},
	{
		extension: 'java',
		open: (name) => `package com.example.shop;\n\npublic class ${name} {`,
		method: (name) => `public int ${name}(List<Integer> items) {`,
		statement: (name, value) => `int ${name} = ${value};`,
	},
	{
		extension: 'swift',
		open: (name) => `import Foundation\n\nfinal class ${name} {`,
		method: (name) => `func ${name}(_ items: [Int]) -> Int {`,
		statement: (name, value) => `let ${name} = ${value}`,
	},
	{
		extension: 'ts',
		open: (name) => `export class ${name} {`,
		method: (name) => `${name}(items: readonly number[]): number {`,
		statement: (name, value) => `const ${name} = ${value};`,
	},
	{
		extension: 'dart',
		open: (name) => `class ${name} {`,
		method: (name) => `int ${name}(List<int> items) {`,
		statement: (name, value) => `final ${name} = ${value};`,
	},
];

/** How the change that is to be found alters the code. */
type Plant = 'crashLine' | 'neighbor' | 'deletion' | 'insertion' | 'caller';

interface RepositoryOptions {
	readonly title: string;
	readonly plant: Plant;
	readonly folder?: string;
	readonly renames?: number;
	readonly renamedLater?: boolean;
	readonly merges?: boolean;
	readonly squashes?: boolean;
	readonly reformats?: boolean;
	/** Whether a change before the good version is repeated in the range. */
	readonly cherryPicks?: boolean;
	/** Number of other commits in the range that touch the function. */
	readonly rivals?: number;
	readonly tagPrefix?: string;
}

export const repositoryOptions: readonly RepositoryOptions[] = [
	{ title: 'linear', plant: 'crashLine' },
	{ title: 'deleted guard', plant: 'deletion' },
	{ title: 'renamed file', plant: 'neighbor', renames: 1 },
	{ title: 'file renamed three times', plant: 'crashLine', renames: 3 },
	{ title: 'file renamed after the bad version', plant: 'insertion', renamedLater: true },
	{ title: 'merged branches', plant: 'neighbor', merges: true },
	{ title: 'merged branches and renames', plant: 'deletion', merges: true, renames: 2 },
	{ title: 'squashed commits', plant: 'crashLine', squashes: true },
	{ title: 'squashed commits and a busy function', plant: 'neighbor', squashes: true, rivals: 2 },
	{ title: 'reformatted files', plant: 'crashLine', reformats: true },
	{ title: 'reformatted and renamed files', plant: 'insertion', reformats: true, renames: 1 },
	{ title: 'monorepo', plant: 'neighbor', folder: 'apps/shop/', tagPrefix: 'shop-v' },
	{
		title: 'monorepo with merges and reformatting',
		plant: 'deletion',
		folder: 'apps/shop/',
		merges: true,
		reformats: true,
	},
	{ title: 'release branch with cherry-picks', plant: 'crashLine', cherryPicks: true },
	{ title: 'change of a caller in a busy function', plant: 'caller', rivals: 3 },
];

const commitsPerPeriod = 30;

export interface PlantedRepository extends Disposable {
	readonly repository: GitImport;
	readonly lines: readonly OwnLine[];
	readonly tagPatterns: readonly string[];
	readonly planted: string;
	readonly tags: { readonly good: string; readonly bad: string };
}

export function plantRepository(options: RepositoryOptions, seed: number): PlantedRepository {
	return new RepositoryPlan(options, new Random(seed), languages[seed % languages.length] ?? languages[0]).write();
}

class RepositoryPlan {
	private readonly made = new GitImport();
	private tree: Tree = new Map();
	private previous: Tree = new Map();
	private own: string[] = [];
	private names = 0;
	private indent = '\t';

	constructor(
		private readonly options: RepositoryOptions,
		private readonly random: Random,
		private readonly language: Language,
	) {}

	write(): PlantedRepository {
		const { options, made } = this;
		const { folder = '', tagPrefix = 'v' } = options;
		const paths = this.random.times(12, (index) => `${folder}src/main/Part${index}.${this.language.extension}`);
		this.own = paths.slice(0, 3);
		this.tree = new Map(paths.map((path, index) => [path, this.someClass(`Part${index}`)]));
		this.commit('Start');
		this.noise(commitsPerPeriod);
		this.release(`${tagPrefix}1.0.0`);
		const planted = this.range();
		this.release(`${tagPrefix}1.1.0`);
		this.noise(commitsPerPeriod / 2);
		if (options.renamedLater) {
			this.rename();
		}
		this.touchOwn(3);
		made.write();
		return {
			repository: made,
			lines: this.own.map((path) => ({ path: made.path(path), line1: this.crashLine(path) })),
			tagPatterns: [`${tagPrefix}{version}`],
			planted: made.hash(planted),
			tags: { good: `${tagPrefix}1.0.0`, bad: `${tagPrefix}1.1.0` },
			[Symbol.dispose]: () => made[Symbol.dispose](),
		};
	}

	/** Commits between the good and the bad version. Returns the mark of the planted change. */
	private range(): number {
		const { renames = 0, merges, reformats, cherryPicks, rivals = 0 } = this.options;
		const before = 4 + this.random.below(commitsPerPeriod - 8);
		if (cherryPicks) {
			this.cherryPick();
		}
		this.noise(before);
		this.touchOwn(rivals);
		const planted = merges ? this.mergePlanted() : this.plant();
		for (let count = 0; count < renames; count++) {
			this.rename();
			this.noise(2);
		}
		if (reformats) {
			this.indent = '    ';
			this.commit('Reformat all files');
		}
		this.noise(commitsPerPeriod - before);
		return planted;
	}

	/** The change and further commits are made on a branch, while other commits are made on `main`. */
	private mergePlanted(): number {
		const { random } = this;
		const base = this.made.commit({ files: {}, subject: 'Prepare' });
		const [start, indent] = [this.tree, this.indent];
		const branch = `feature-${random.below(100)}`;
		let tip = this.plant({ branch, parents: [base] });
		const planted = tip;
		for (let count = 0; count < 3; count++) {
			tip = this.commit(`Continue ${count}`, { branch, parents: [tip] }, this.edited(this.tree, this.other()));
		}
		const ofBranch = this.tree;
		[this.tree, this.previous, this.indent] = [start, start, indent];
		const changed = this.other();
		const onMain = this.commit('Change main', {}, this.edited(this.tree, changed));
		const merged = new Map(ofBranch).set(changed, this.tree.get(changed) ?? this.someClass('None'));
		this.commit(`Merge ${branch}`, { parents: [onMain, tip] }, merged);
		return planted;
	}

	/** The same change is made on `main` and, before the good version, on a release branch. */
	private cherryPick(): void {
		const base = this.made.commit({ files: {}, subject: 'Prepare' });
		const text = this.edited(this.tree, this.own[0] ?? '', 0);
		const start = this.tree;
		this.commit('Fix a crash', { branch: 'release', parents: [base], tag: 'v1.0.0' }, text);
		[this.tree, this.previous] = [start, start];
		this.made.commit({ files: {}, subject: 'Continue', parents: [base] });
		this.commit('Fix a crash', {}, text);
	}

	private plant(more: { readonly branch?: string; readonly parents?: readonly number[] } = {}): number {
		const { plant, squashes } = this.options;
		const [innermost = '', caller = ''] = this.own;
		const path = plant === 'caller' ? caller : innermost;
		let tree = this.withBody(this.tree, path, 0, (body) => {
			const at = crashIndex(body);
			switch (plant) {
				case 'crashLine':
				case 'caller':
					return body.with(at, `${this.statement()} // crash`);
				case 'neighbor':
					return body.with(at - 1, this.statement());
				case 'deletion':
					return body.toSpliced(at - 1, 1);
				case 'insertion':
					return body.toSpliced(at, 0, this.statement());
			}
		});
		if (squashes) {
			for (let count = 0; count < 8; count++) {
				tree = this.edited(tree, this.random.pick(asNonEmpty([...tree.keys()])));
			}
		}
		return this.commit(squashes ? 'Add offers (#12)' : 'Improve totals', more, tree);
	}

	/** Changes of the innermost own function, in lines at some distance from the crash. */
	private touchOwn(count: number): void {
		for (let index = 0; index < count; index++) {
			this.commit(
				'Simplify',
				{},
				this.withBody(this.tree, this.own[0] ?? '', 0, (body) => body.with(index, this.statement())),
			);
		}
	}

	private noise(count: number): void {
		for (let index = 0; index < count; index++) {
			const all = asNonEmpty([...this.tree.keys()]);
			const path = this.random.chance(0.4) ? this.random.pick(asNonEmpty(this.own)) : this.random.pick(all);
			this.commit(`Change ${index}`, {}, this.edited(this.tree, path));
		}
	}

	private rename(): void {
		const [innermost = '', ...others] = this.own;
		const renamed = innermost.replace(/(?:\/moved\d+)?\/(\w+\.\w+)$/, `/moved${this.names++}/$1`);
		this.own = [renamed, ...others];
		this.commit(
			'Move files',
			{},
			new Map([...this.tree].map(([path, one]) => [path === innermost ? renamed : path, one])),
		);
	}

	private release(tag: string): void {
		if (tag !== 'v1.0.0' || !this.options.cherryPicks) {
			this.made.commit({ files: {}, subject: 'Release', tag });
		}
	}

	private commit(
		subject: string,
		more: { readonly branch?: string; readonly parents?: readonly number[]; readonly tag?: string } = {},
		tree: Tree = this.tree,
	): number {
		const texts = new Map([...tree].map(([path, one]) => [path, this.textOf(one)]));
		const deleted = [...this.previous.keys()]
			.filter((path) => !tree.has(path))
			.map((path) => [path, undefined] as const);
		[this.tree, this.previous] = [tree, tree];
		return this.made.commit({ files: Object.fromEntries([...deleted, ...texts]), subject, ...more });
	}

	/** Changes a random method, which is sometimes the one of the crash. */
	private edited(tree: Tree, path: string, method = this.random.below(8)): Tree {
		const kind = this.random.below(3);
		return this.withBody(tree, path, method, (body) => {
			const at = this.random.below(body.length);
			return kind === 0 && at !== crashIndex(body)
				? body.with(at, this.statement())
				: kind === 1
					? body.toSpliced(at, 0, this.statement())
					: body.length < 7 || at === crashIndex(body)
						? body
						: body.toSpliced(at, 1);
		});
	}

	private withBody(
		tree: Tree,
		path: string,
		method: number,
		change: (body: readonly string[]) => readonly string[],
	): Tree {
		const found = tree.get(path);
		const methods = found?.methods.map((one, index) => (index === method ? { ...one, body: change(one.body) } : one));
		return found && methods ? new Map(tree).set(path, { ...found, methods }) : tree;
	}

	private other(): string {
		return this.random.pick(asNonEmpty([...this.tree.keys()].filter((path) => !this.own.includes(path))));
	}

	private crashLine(path: string): number {
		const lines = this.textOf(this.tree.get(path) ?? this.someClass('None')).split('\n');
		return lines.findIndex((line) => line.includes('// crash')) + 1;
	}

	private someClass(name: string): SourceClass {
		return {
			name,
			methods: this.random.times(8, (index) => ({
				name: `compute${name}${index}`,
				body: [
					...this.random.times(6 + this.random.below(6), () => this.statement()),
					...(index === 0 ? [`${this.statement()} // crash`, this.statement(), this.statement()] : []),
				],
			})),
		};
	}

	private statement(): string {
		const name = `value${this.names++}`;
		return this.language.statement(name, `load(${this.random.below(1000)}, items)`);
	}

	private textOf({ name, methods }: SourceClass): string {
		const { indent, language } = this;
		return [
			language.open(name),
			...methods.flatMap(({ name: method, body }) => [
				`${indent}${language.method(method)}`,
				...body.map((line) => `${indent}${indent}${line}`),
				`${indent}${indent}return 0`,
				`${indent}}`,
				'',
			]),
			'}',
			'',
		].join('\n');
	}
}

function crashIndex(body: readonly string[]): number {
	return body.findIndex((line) => line.includes('// crash'));
}

function asNonEmpty<T>(items: readonly T[]): readonly [T, ...T[]] {
	const [first, ...others] = items;
	if (first === undefined) {
		throw new Error('no items');
	}
	return [first, ...others];
}
