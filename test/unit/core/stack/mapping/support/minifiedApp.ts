import type { Random } from '../../../../../support/random';

/** Methods that platform classes call, which keep their names in every class. */
const platformMethods = ['run', 'onClick', 'onCreate', 'invoke', 'invokeSuspend', 'toString', '<init>'];
const parameters = ['', 'int', 'java.lang.String', 'int,int', 'android.view.View'];

interface Method {
	readonly name: string;
	readonly parameters: string;
	readonly firstLine: number;
	readonly length: number;
	/** Inlined methods by the offset of their line in this method. */
	readonly inlined: ReadonlyMap<number, Place>;
}

interface Place {
	readonly type: string;
	readonly method: string;
	readonly line: number;
}

interface Class {
	readonly name: string;
	/** Whether the class is named in the manifest, so that neither the class nor its package is renamed. */
	readonly retained: boolean;
	readonly methods: readonly Method[];
}

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
	const retained = random.chance(0.08);
	const part = `${random.pick(['cart', 'catalog', 'pay', 'net', 'ui', 'ui.list'])}`;
	const name = `${String.fromCharCode(65 + random.below(26))}${random.pick(['Model', 'View', 'Store', 'Job'])}${number}`;
	return { name: `com.example.app.${part}.${name}`, retained, methods: makeMethods(random) };
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

export interface MinifiedFrame {
	readonly text: string;
	readonly originals: readonly string[];
}

export interface Minified {
	readonly mapping: string;
	readonly frames: readonly MinifiedFrame[];
}

/** Renames like R8: names are in alphabetical order, and methods with different parameters may share one. */
export function minify(app: App): Minified {
	const minified = new Names();
	const frames: MinifiedFrame[] = [];
	let mapping = '# {"id":"com.android.tools.r8.mapping","version":"2.2"}\n';
	for (const { name, retained, methods } of app.classes.toSorted(byName)) {
		const dot = name.lastIndexOf('.');
		const folder = minified.of('packages', name.slice(0, dot));
		const given = retained ? name : `${folder}.${minified.of(folder, name.slice(dot + 1))}`;
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
					originals: [...(inlined ? [inlined] : []), { type: name, method: method.name, line }].map(getText),
				});
			}
		}
	}
	return { mapping, frames };
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
	return a.name < b.name ? -1 : Number(a.name > b.name);
}

function getText({ type, method, line }: Place): string {
	return `\tat ${type}.${method}(${fileOf(type)}:${line})`;
}

function fileOf(type: string): string {
	return `${type.slice(type.lastIndexOf('.') + 1)}.kt`;
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Generates the names a, b, … z, aa, ab, … separately for each scope. */
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

function distinct<T>(items: readonly T[], getKey: (item: T) => string): T[] {
	return [...new Map(items.map((item) => [getKey(item), item])).values()];
}
