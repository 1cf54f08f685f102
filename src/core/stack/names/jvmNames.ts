import { isDigit } from '../../../shared/ascii';
import { isUpper } from '../trace/characters';
import type { Frame } from '../trace/model';

type Flags = Set<Frame['flags'][number]>;

/** Methods that contain lambda or coroutine code. Other methods of anonymous classes are in the source code. */
const lambdaMethods = new Set(['invoke', 'invokeSuspend', 'emit', 'collect', 'create', 'resumeWith', 'doCall']);

/** Matches a Kotlin lambda: `load$lambda$0` or, in older versions, `load$lambda-0`. In Java, `lambda` comes first. */
const kotlinLambda = /.\$lambda[$-]/;

/**
 * Parts of class names that libraries generate at run time, before random characters: `Cart$HibernateProxy$aB3dE5fG`.
 */
const proxyClasses = new Set(['HibernateProxy', 'ByteBuddy', 'MockitoMock']);

/** Matches the class that Groovy generates for a closure: `_load_closure1`. */
const groovyClosure = /^_(\w{1,200}?)_closure\d/;

/** Names of nested classes that compilers generate for members of the enclosing class. */
export const helperClasses = new Set(['Companion', 'DefaultImpls', 'WhenMappings', 'EntriesMappings', '-CC']);

export function jvmMember(type: string, method: string, flags: Flags): { type: string; method: string } {
	if (method === '<init>') {
		flags.add('constructor');
	} else if (method === 'invokeSuspend') {
		flags.add('async');
	}
	if (!type.includes('$') && !type.includes('__') && !method.includes('$') && !method.includes('-')) {
		return { type, method };
	}
	const owner = ownerOf(type, flags);
	const written = writtenMethod(method, flags);
	// Kotlin 1 compiles lambdas to classes named after the outermost function. Kotlin 2 compiles them to methods.
	const ofClass = owner.inlined || lambdaMethods.has(written) || kotlinLambda.test(method);
	return { type: owner.type, method: ofClass && owner.method !== undefined ? owner.method : written };
}

interface Owner {
	readonly type: string;
	readonly method: string | undefined;
	readonly inlined: boolean;
}

/**
 * Returns the member in the source code for a generated class: `load` in `com.acme.CartVm` for
 * `com.acme.CartVm$load$1`.
 */
function ownerOf(type: string, flags: Flags): Owner {
	const packageEnd = type.lastIndexOf('.') + 1;
	const packageName = type.slice(0, packageEnd);
	let name = type.slice(packageEnd);
	const slash = name.indexOf('/');
	if (slash > 0) {
		name = name.slice(0, slash);
	}
	// Older Android build tools compiled lambdas to classes such as `-$$Lambda$Cart$x1y2`.
	if (name.startsWith('-$$Lambda$')) {
		flags.add('synthetic');
		return { type: packageName + (name.split('$')[3] ?? name), method: undefined, inlined: false };
	}
	if (name.includes('$sam$')) {
		flags.add('synthetic');
	}
	const singletons = 'ComposableSingletons$';
	if (name.startsWith(singletons)) {
		// Kotlin compiles anonymous composable functions to members such as `lambda-1` or `lambda$-1508563614`.
		const file = unfoldSegments(packageName, name.slice(singletons.length).split('$', 1), false);
		return { ...file, method: 'lambda', inlined: false };
	}
	const inline = name.indexOf('$$inlined$');
	const inlined = inline > 0;
	const made = inlined ? inline : name.indexOf('$$');
	if (made > 0) {
		flags.add(inlined ? 'inlined' : 'synthetic');
		name = name.slice(0, made);
	}
	return { ...unfoldSegments(packageName, name.split('$'), inlined), inlined };
}

function unfoldSegments(packageName: string, segments: readonly string[], inlined: boolean): Omit<Owner, 'inlined'> {
	const [outermost = '', ...inner] = segments;
	let ofFile = outermost.endsWith('Kt');
	const facade = ofFile ? outermost.lastIndexOf('__') : -1;
	let type = packageName + (facade > 0 ? outermost.slice(facade + 2) : outermost);
	// A lowercase part before a numbered class is a function name, unless class names are obfuscated.
	const lastNumbered = inner.findLastIndex((segment) => isDigit(segment.charCodeAt(0)));
	for (const [index, segment] of inner.entries()) {
		const first = segment.charCodeAt(0);
		if (proxyClasses.has(segment)) {
			break;
		}
		const closure = segment.startsWith('_') ? groovyClosure.exec(segment)?.[1] : undefined;
		if (closure !== undefined) {
			return { type, method: closure };
		}
		if (isDigit(first) || segment === '') {
			// The numbered class directly follows a type, so its code is in an initializer.
			return { type, method: '<init>' };
		}
		const holdsMore = index < lastNumbered;
		if ((holdsMore || inlined) && (!isUpper(first) || ofFile)) {
			return { type, method: writtenName(segment) };
		}
		if (!helperClasses.has(segment)) {
			type += `$${segment}`;
		}
		ofFile = false;
	}
	return { type, method: undefined };
}

function writtenMethod(method: string, flags: Flags): string {
	if (method.startsWith('lambda$')) {
		return ofLambda(method.split('$')[1] ?? '');
	}
	if (method.startsWith('$r8$lambda$')) {
		flags.add('synthetic');
		return 'lambda';
	}
	if (method.startsWith('$anonfun$')) {
		return ofLambda(method.split('$')[2] ?? '');
	}
	const accessor = 'access$';
	if (method.startsWith(accessor)) {
		flags.add('synthetic');
		const target = writtenName(method.slice(accessor.length));
		return target === '' || isDigit(target.charCodeAt(0)) ? method : target;
	}
	// Prefix of default interface methods that build tools move to helper classes for old Android versions.
	const ofInterface = '$default$';
	if (method.startsWith(ofInterface)) {
		return writtenName(method.slice(ofInterface.length));
	}
	const nest = '-$$Nest$';
	if (method.startsWith(nest)) {
		// A code for the kind of access precedes the name: m (method), sm, fget, fput, sfget, or sfput.
		flags.add('synthetic');
		return method.slice(nest.length).replace(/^s?(?:m|fget|fput)/, '');
	}
	if (method.endsWith('$default')) {
		flags.add('synthetic');
	}
	return writtenName(method);
}

function ofLambda(name: string): string {
	switch (name) {
		case 'new':
			return '<init>';
		case 'static':
			return '<clinit>';
		case '':
		case 'null':
		case 'anonfun':
			return 'lambda';
		default:
			return name;
	}
}

/** Removes suffixes that the Kotlin compiler adds: `$default`, `$lambda$1`, `$shop_release`, `-impl`, `-5I0t2X0`. */
export function writtenName(name: string): string {
	const dollar = name.indexOf('$', 1);
	const before = dollar === -1 ? name : name.slice(0, dollar);
	const dash = before.indexOf('-', 1);
	const plain = dash === -1 ? before : before.slice(0, dash);
	return dollar !== -1 && name.startsWith('$lambda', dollar) ? withoutBody(plain) : plain;
}

/** Returns the member that contains a lambda: `total` for `_get_total_` or `total_delegate`, `<init>` for `_init_`. */
function withoutBody(name: string): string {
	if (name === '_init_') {
		return '<init>';
	}
	const delegate = '_delegate';
	return /^_[gs]et_(.+)_$/.exec(name)?.[1] ?? (name.endsWith(delegate) ? name.slice(0, -delegate.length) : name);
}
