import type { Frame } from '../trace/model';
import { cppMember } from './cppNames';
import { jvmMember } from './jvmNames';
import { isSwiftInitializer, readSwiftDemangled } from './swiftDemangled';
import { readSwiftMangled } from './swiftMangled';
import { il2cppMember } from './unityNames';

interface AppleMember {
	readonly type: string;
	readonly method: string;
	readonly enclosing: { readonly type: string; readonly method: string };
	readonly module: string;
	readonly flags: Frame['flags'];
}

const blockEnding = /_block_invoke(?:[._]\d{1,6}){0,3}$/;

/** Matches compiler-generated code, such as thunks and merged identical functions (`<deduplicated_symbol>`). */
const nobodys = /^(?:<[\w-]{1,60}>$|globalinit_\w{1,80}$|thunk for |reabstraction thunk helper |outlined [a-z])/;

/** Parses a symbol of Objective-C, Swift (mangled or demangled), C++, C, Kotlin/Native, or IL2CPP. */
export function appleMember(symbol: string, image: string): AppleMember {
	// This fast test comes first, because most Objective-C methods have no suffix.
	if (isObjectiveC(symbol) && symbol.endsWith(']') && !symbol.includes('.llvm.')) {
		return objectiveC(symbol, symbol);
	}
	if (nobodys.test(symbol)) {
		return { type: '', method: symbol, enclosing: { type: '', method: '' }, module: '', flags: ['synthetic'] };
	}
	const block = symbol.includes('_block_invoke') ? blockEnding.exec(symbol) : null;
	// A block's name starts with the length of the rest of the name: `__23-[Cart load]_block_invoke_2`.
	const plain = block ? symbol.slice(0, block.index).replace(/^__\d{1,4}(?=[-+]\[)/, '') : withoutClone(symbol);
	if (isObjectiveC(plain)) {
		return objectiveC(plain, symbol);
	}
	const first = plain.charAt(0);
	if (first === '$' || first === '_') {
		const swift = readSwiftMangled(plain.startsWith('__$') ? plain.slice(1) : plain);
		if (swift) {
			return fromSwift(swift, swift.method, swift.isClosure ? symbol : undefined);
		}
	}
	if (plain.includes('kfun:') && /^(?:_?objc2kotlin_)?kfun:/.test(plain)) {
		return kotlinNative(plain);
	}
	if (plain.includes('::') || (first === '_' && /^_{1,3}Z/.test(plain))) {
		const { type, method, enclosing } = cppMember(block ? plain.replace(/^__(?=_+Z)/, '_') : plain);
		return { type, method, enclosing, module: '', flags: [] };
	}
	if (plain.includes('.') || plain.includes(' in ') || plain.includes('(') || isSwiftInitializer(plain)) {
		const swift = readSwiftDemangled(plain, image);
		return fromSwift(swift, swift.method + swift.signature, swift.isClosure ? symbol : undefined);
	}
	const enclosing = il2cppMember(plain) ?? { type: '', method: block ? plain.replace(/^__/, '') : plain };
	return { type: '', method: symbol, enclosing, module: '', flags: [] };
}

/** Removes the suffix that compilers add to a function name: `cart_load.llvm.1234567890`, `cart_load.cold.1`. */
function withoutClone(symbol: string): string {
	const suffix = symbol.indexOf('.llvm.');
	const plain = suffix > 0 ? symbol.slice(0, suffix) : symbol;
	return plain.includes('.cold') ? plain.replace(/\.cold(?:\.\d{1,4})?$| \(\.cold(?:\.\d{1,4})?\)$/, '') : plain;
}

function isObjectiveC(symbol: string): boolean {
	return symbol.startsWith('-[') || symbol.startsWith('+[');
}

function objectiveC(method: string, symbol: string): AppleMember {
	const end = method.indexOf(' ');
	const category = method.indexOf('(');
	const close = method.lastIndexOf(']');
	const typeEnd = category !== -1 && category < end ? category : end;
	const written = method.slice(2, typeEnd === -1 ? undefined : typeEnd);
	const type = readSwiftMangled(written)?.type ?? written;
	const selector = end === -1 ? '' : method.slice(end + 1, close > end ? close : undefined);
	const enclosing = { type, method: selector };
	return { type, method: symbol === method ? selector : symbol, enclosing, module: '', flags: [] };
}

interface SwiftMember {
	readonly module: string;
	readonly type: string;
	readonly method: string;
	readonly isAsync: boolean;
}

/** @param closure Symbol of a closure, which is shown as the method. Undefined for other members */
function fromSwift(swift: SwiftMember, method: string, closure: string | undefined): AppleMember {
	const flags: Frame['flags'][number][] = [];
	if (swift.isAsync) {
		flags.push('async');
	}
	if (swift.method === 'init') {
		flags.push('constructor');
	}
	const { type, module } = swift;
	return { type, method: closure ?? method, enclosing: { type, method: swift.method }, module, flags };
}

const topLevelCoroutine = /^(?:([a-z_][\w.]{0,300})\.)?\$([a-zA-Z]\w{0,200}?)(?:\$lambda\$\d{1,4})*COROUTINE\$\d{1,6}$/;

/** Parses a Kotlin/Native symbol: `kfun:com.acme.Cart#total(){}kotlin.Int`, `kfun:a.Cart.load$lambda$0#internal`. */
function kotlinNative(symbol: string): AppleMember {
	const name = symbol.slice(symbol.indexOf('kfun:') + 'kfun:'.length);
	const parameters = name.search(/[({]/);
	const plain = (parameters === -1 ? name : name.slice(0, parameters)).replace(/#(?:internal|suspend)$/, '');
	const separator = Math.max(plain.lastIndexOf('#'), plain.includes('#') ? -1 : plain.lastIndexOf('.'));
	const type = plain.slice(0, Math.max(0, separator));
	// The name of an extension function also contains the receiver type: `shout__at__kotlin.String`.
	const [method = ''] = plain.slice(separator + 1).split('__at__', 1);
	// A top-level function's coroutine class is directly in the package: `com.acme.shop.$loadCOROUTINE$5`.
	const [, namespace, suspended] = topLevelCoroutine.exec(type) ?? [];
	if (suspended !== undefined) {
		const enclosing = { type: namespace ?? '', method: suspended };
		return { type, method, enclosing, module: '', flags: [] };
	}
	const flags = new Set<Frame['flags'][number]>();
	const accessed = /^<[gs]et-([^>]+)>/.exec(method)?.[1];
	const enclosing = jvmMember(jvmType(type), accessed ?? method, flags);
	return { type, method, enclosing, module: '', flags: [...flags] };
}

/** Converts a type name to the JVM format, in which a nested type follows a `$` and coroutine classes are numbered. */
function jvmType(type: string): string {
	const outermost = /(?:^|\.)[A-Z]\w*\./.exec(type);
	if (!outermost) {
		return type;
	}
	const end = outermost.index + outermost[0].length - 1;
	return (
		type.slice(0, end) +
		type
			.slice(end)
			.replace(/\.\$?/g, '$')
			.replace(/COROUTINE\$\d+/g, '$0')
			.replace(/object-(?=\d)/g, '')
	);
}
