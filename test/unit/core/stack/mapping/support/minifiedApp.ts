import type { Random } from '../../../../../support/random';

/** Platform methods keep their names whatever class has them. */
const platformMethods = ['run', 'onClick', 'onCreate', 'invoke', 'invokeSuspend', 'toString', '<init>'];
const parameters = ['', 'int', 'java.lang.String', 'int,int', 'android.view.View'];

interface Method {
	readonly name: string;
	readonly parameters: string;
	/** Of the source. */
	readonly firstLine: number;
	readonly length: number;
	/** What is inlined at a line of it, by the offset of the line. */
	readonly inlined: ReadonlyMap<number, Place>;
}

interface Place {
	readonly type: string;
	readonly method: string;
	readonly line: number;
}

interface Class {
	readonly name: string;
	/** Named in the manifest: neither it nor its package is renamed. */
	readonly kept: boolean;
	readonly methods: readonly Method[];
}

/** An application as its sources have it. */
export interface App {
	readonly classes: readonly Class[];
}

export function makeApp(random: Random, classes: number): App {
	return {
		classes: distinct(
			random.times(classes, (number) => makeClass(random, number)),
			({ name }) => name,
		),
	};
}

function makeClass(random: Random, number: number): Class {
	const kept = random.chance(0.08);
	// Packages of several sizes, and names that are spread over the alphabet.
	const part = `${random.pick(['cart', 'catalog', 'pay', 'net', 'ui', 'ui.list'])}`;
	const name = `${String.fromCharCode(65 + random.below(26))}${random.pick(['Model', 'View', 'Store', 'Job'])}${number}`;
	return { name: `com.example.app.${part}.${name}`, kept, methods: makeMethods(random) };
}

function makeMethods(random: Random): Method[] {
	const methods = random.times(1 + random.below(9), (index) => makeMethod(random, index));
	return distinct(methods, (method) => method.name + method.parameters);
}

function makeMethod(random: Random, index: number): Method {
	const platform = random.chance(0.25);
	const length = 1 + random.below(14);
	const inlined = new Map<number, Place>();
	for (let offset = 0; offset < length; offset++) {
		if (random.chance(0.12)) {
			const type = `com.example.app.util.Inlined${random.below(40)}`;
			inlined.set(offset, { type, method: `helper${random.below(5)}`, line: 1 + random.below(200) });
		}
	}
	return {
		name: platform
			? (platformMethods[random.below(platformMethods.length)] ?? '')
			: `${random.pick(['load', 'sum', 'draw', 'bind'])}${String.fromCharCode(65 + random.below(26))}${index}`,
		parameters: parameters[random.below(parameters.length)] ?? '',
		firstLine: 10 + random.below(400),
		length,
		inlined,
	};
}

/** What a next build changes: so many classes and methods come, go or are written anew. */
export function nextBuild(app: App, random: Random, classes: number, methods: number): App {
	let next = [...app.classes];
	for (let change = 0; change < classes; change++) {
		const at = random.below(next.length);
		next = random.chance(0.5) ? next.toSpliced(at, 1) : [...next, makeClass(random, 10_000 + change)];
	}
	for (let change = 0; change < methods; change++) {
		const at = random.below(next.length);
		next = next.map((one, index) => (index === at ? { ...one, methods: changed(one.methods, random, change) } : one));
	}
	return { classes: next };
}

function changed(methods: readonly Method[], random: Random, number: number): Method[] {
	const at = random.below(methods.length);
	const added = makeMethod(random, 100 + number);
	switch (random.below(3)) {
		case 0:
			return distinct([...methods, added], (method) => method.name + method.parameters);
		case 1:
			return methods.length > 1 ? methods.toSpliced(at, 1) : [...methods];
		default:
			return methods.map((method, index) =>
				index === at ? { ...method, length: added.length, inlined: added.inlined } : method,
			);
	}
}

/** A minified frame and what it stands for, innermost first. */
export interface MinifiedFrame {
	readonly text: string;
	readonly originals: readonly string[];
}

export interface Minified {
	readonly mapping: string;
	readonly frames: readonly MinifiedFrame[];
}

/**
 * Gives names as R8 does: in the order of the alphabet, to packages, to the classes of a package and to the methods of a
 * class. Methods with other parameters may have the same name, and then share its lines.
 */
export function minify(app: App): Minified {
	const minified = new Names();
	const frames: MinifiedFrame[] = [];
	let mapping = '# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n';
	for (const { name, kept, methods } of app.classes.toSorted(byName)) {
		const dot = name.lastIndexOf('.');
		const folder = minified.of('packages', name.slice(0, dot));
		const given = kept ? name : `${folder}.${minified.of(folder, name.slice(dot + 1))}`;
		mapping += `${name} -> ${given}:\n# {"id":"sourceFile","fileName":"${fileOf(name)}"}\n`;
		const nextLines = new Map<string, number>();
		for (const method of methods.toSorted(byName)) {
			const isPlatform = platformMethods.includes(method.name);
			const short = isPlatform ? method.name : minified.of(`${given} ${method.parameters}`, method.name);
			const first = nextLines.get(short) ?? 1;
			nextLines.set(short, first + method.length);
			for (let offset = 0; offset < method.length; offset++) {
				const signature = (qualified: string) => `void ${qualified}(${method.parameters})`;
				const position = first + offset;
				const line = method.firstLine + offset;
				const inlined = method.inlined.get(offset);
				if (inlined) {
					mapping += `    ${position}:${position}:void ${inlined.type}.${inlined.method}():${inlined.line}:${inlined.line} -> ${short}\n`;
				}
				mapping += `    ${position}:${position}:${signature(method.name)}:${line}${inlined ? '' : `:${line}`} -> ${short}\n`;
				frames.push({
					text: `\tat ${given}.${short}(SourceFile:${position})`,
					originals: [...(inlined ? [inlined] : []), { type: name, method: method.name, line }].map(textOf),
				});
			}
		}
	}
	return { mapping, frames };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
	return a.name < b.name ? -1 : Number(a.name > b.name);
}

function textOf({ type, method, line }: Place): string {
	return `\tat ${type}.${method}(${fileOf(type)}:${line})`;
}

function fileOf(type: string): string {
	return `${type.slice(type.lastIndexOf('.') + 1)}.kt`;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** a, b, … z, aa, ab, … in each of many scopes. */
class Names {
	private readonly scopes = new Map<string, Map<string, string>>();

	of(scope: string, original: string): string {
		const names = this.scopes.get(scope) ?? new Map<string, string>();
		this.scopes.set(scope, names);
		const known = names.get(original) ?? this.nth(names.size);
		names.set(original, known);
		return known;
	}

	private nth(number: number): string {
		const last = letters[number % letters.length] ?? '';
		return number < letters.length ? last : this.nth(Math.floor(number / letters.length) - 1) + last;
	}
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
	return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}
