import { il2cppMember } from '../names/unityNames';
import { lastSegment } from '../trace/characters';
import { framePath } from '../trace/framePath';
import type { Frame } from '../trace/model';
import { Beginnings } from './beginnings';
import {
	androidLibraries,
	appleLibraryImages,
	composeFiles,
	dartPackages,
	dotnetNamespaces,
	jvmPackages,
	nativeLibraries,
	unityImages,
	windowsLibrary,
} from './libraryNames';

const jvm = new Beginnings(jvmPackages);
const dotnet = new Beginnings(dotnetNamespaces);

/**
 * Returns true if the names in a frame show that it belongs to a library. `inWorkspace` returns true for the user's
 * code, false for a library, and undefined if only the names decide.
 */
export function isLibraryFrame(frame: Frame, inWorkspace?: (frame: Frame) => boolean | undefined): boolean {
	return !(inWorkspace?.(frame) ?? !isLibraryByName(frame));
}

function isLibraryByName(frame: Frame): boolean {
	const { kind, file = '' } = frame;
	switch (kind) {
		case 'elided':
		case 'gap':
			return true;
		case 'javascript':
			// Built-in functions have no location: `at Array.map (<anonymous>)`, `at async Promise.all (index 0)`.
			return (file === '' && frame.line1 === undefined) || isJavascriptLibrary(file);
		case 'native':
			return isNativeLibrary(frame, lastSegment(frame.module ?? ''));
		case 'managed':
			break;
	}
	const { type = '' } = frame;
	// This test comes first, because it is sufficient for most frames. Dart names can have the same prefixes, so they are
	// excluded.
	if (jvm.begin(type) && !file.endsWith('.dart') && !file.startsWith('package:')) {
		return true;
	}
	if (type !== '' && frame.module === undefined && (file.endsWith('.kt') || file.endsWith('.java'))) {
		return dotnet.begin(type) || callableWrapper.test(type);
	}
	if (
		type === '' &&
		(composeFiles.has(file) || (frame.text.includes('<') && frame.text.includes('(<unknown file>:')))
	) {
		return true;
	}
	if (file.endsWith('.py') || file.endsWith('.pyx') || file.startsWith('<')) {
		return pythonLibrary.test(file);
	}
	const { module = '' } = frame;
	if (module.startsWith('dart:') || file.startsWith('org-dartlang') || file.startsWith('dart:')) {
		return true;
	}
	// For WebAssembly, the Dart compiler adds functions that throw errors: `Error._throwWithCurrentStackTrace`.
	if (frame.image && frame.method?.startsWith('_throw') && type.endsWith('Error')) {
		return true;
	}
	if (file.startsWith('package:')) {
		return dartPackages.has(module);
	}
	const { dartPackage } = file.endsWith('.dart') ? framePath(file) : {};
	if (dartPackage !== undefined) {
		return dartPackages.has(dartPackage);
	}
	if (file.endsWith('.dart')) {
		return (
			file.includes('.pub-cache') || file.includes('/flutter/packages/') || /^(?:dart-sdk|lib\/_engine)\//.test(file)
		);
	}
	return (
		dotnet.begin(type) ||
		(type === '<Module>' && frame.method?.startsWith('runtime_invoke_') === true) ||
		file.includes('Library/PackageCache/') ||
		file.startsWith('Packages/com.unity.') ||
		// Nothing but the file name shows that the code belongs to the system browser.
		file.startsWith('chromium-') ||
		jvm.begin(module) ||
		dotnet.begin(module) ||
		nativeLibraries.has(module) ||
		callableWrapper.test(type)
	);
}

/** Matches Java classes that .NET for Android generates in packages named after the hash of an assembly. */
const callableWrapper = /^(?:crc64[\da-f]{16}|md5[\da-f]{32})\./;

/** Matches scripts of the Dart development compiler: `packages/flutter/src/widgets/framework.dart.lib.js`. */
const dartScript = /(?:^|\/)packages\/(\w{1,100})\/.{1,500}\.dart\.lib\.js$/;

function isDartLibrary(file: string): boolean {
	if (/(?:^|\/)(?:dart_sdk|ddc_module_loader|dwds\/src\/injected\/client)\.js$/.test(file)) {
		return true;
	}
	const name = file.endsWith('.dart.lib.js') ? dartScript.exec(file)?.[1] : undefined;
	return name !== undefined && dartPackages.has(name);
}

function isJavascriptLibrary(file: string): boolean {
	// The entry file of an app can be in a package: `node_modules/expo-router/entry.bundle//&platform=ios`.
	const isPackage = file.includes('node_modules/') || file.includes('node_modules\\');
	return (
		(isPackage && !/\.bundle(?:[?#/]|$)/.test(file)) ||
		file === 'InternalBytecode.js' ||
		file.startsWith('node:') ||
		file.startsWith('internal/') ||
		/^(?:chrome|moz|safari-web)-extension:/.test(file) ||
		(file.endsWith('.js') && isDartLibrary(file))
	);
}

/** Matches functions of language runtimes that are linked into images of apps, and functions that runtimes generate. */
const runtimeFunction =
	/^(?:rust_begin_unwind$|rust_panic|_{2,3}rust_|mono_|xamarin_|sgen_|interp_exec_|do_icall|llvm_(?:resume_unwind|throw)\w*_trampoline$|(?:re)?throw_(?:corlib_)?exception$|native_to_managed_trampoline_\d|(?:plt_|jit_)?(?:System|Microsoft|Mono|Xamarin|mscorlib|netstandard)_[A-Za-z]\w*_|wrapper_(?:managed_to_native|native_to_managed|runtime_invoke|delegate_invoke|delegate_begin_invoke|delegate_end_invoke|remoting_invoke|synchronized|alloc|stelemref|castclass|other|unknown)_|_{0,2}pthread_|__cxa_|__cxx_|__isPlatformVersionAtLeast$|__isOSVersionAtLeast$|objc_(?:msgSend|retain|release|store|load|alloc|autorelease|exception|terminate)|_{0,2}swift_|OUTLINED_FUNCTION_\d|___lldb_unnamed_symbol|__(?:hw|a|t|m|ub|l)san_|__sanitizer_|__interceptor_|___?interceptor_|__GI_|__ubsan_|RCT[A-Z][A-Za-z]+$)/;

/** Matches types that frameworks add to the images of apps. */
const runtimeType =
	/^(?:RCT[A-Z]\w*|__MonoMac_\w*|(?:facebook::(?:react|jsi|jni|hermes|yoga|xplat)|folly|hermes|__(?:hw|a|t)san|__sanitizer|__interception)(?:::.*)?)$/;

function isRuntimeFunction({ type = '', method = '', enclosing }: Frame): boolean {
	return type === '' ? runtimeFunction.test(enclosing?.method ?? method) : runtimeType.test(type);
}

/** Matches paths of the system's browser and of Google Play services, whose code also runs in other apps. */
const systemApp =
	/\/data\/app\/(?:~~[^/\s]{1,60}\/)?com\.(?:google\.android\.(?:webview|trichromelibrary|gms)|android\.(?:chrome|webview))[-_/]/;

/** Matches images with compiled Java code. A frame in them can't be classified without a symbol. */
const javaImage = /^(?:dalvik-|memfd:jit|jit-)|\.(?:dex|odex|vdex|oat|art)$/;

/** Matches paths of Python's standard library and installed packages, including distributions for mobile devices. */
const pythonLibrary =
	/(?:^|[\\/])(?:site-packages|dist-packages|app_packages|python-stdlib|_python_bundle|AssetFinder[\\/](?:requirements|stdlib|bootstrap)[^\\/]{0,40}|Python\.framework)[\\/]|[\\/]lib(?:64)?[\\/]python\d|Python\d{2,3}[\\/]lib[\\/]|\bstdlib[\w-]{0,20}\.(?:zip|imy)[\\/]|^<|(?:^|[\\/])chaquopy_java\.pyx$/i;

const goPackage =
	/^(?:$|golang\.org\/|(?:runtime|sync|net|os|fmt|reflect|syscall|internal|time|io|encoding|context|testing|errors|strings|bufio|database|crypto|log|math|sort|strconv|html|text|bytes|regexp|slices|maps|iter|unicode|compress|archive|mime|go)(?:\/|$))/;
const goLibrary = /[\\/](?:go|go-?1\.[\d.]{1,8}|golang)[\\/](?:src|pkg[\\/]mod)[\\/]|[\\/]vendor[\\/]|@v\d/;

const rustCrate = /^(?:std|core|alloc|test|panic_unwind|backtrace|tokio|futures_\w{1,20}|hyper|rayon|jni)(?:::|$)/;
const rustLibrary =
	/^\/rustc\/|[\\/]\.?cargo[\\/](?:registry|git)[\\/]|[\\/]rustlib[\\/]|^library[\\/](?:std|core|alloc)[\\/]/;

const systemPlaces = [
	' /system/',
	' /apex/',
	' /vendor/',
	' /product/',
	' /usr/lib',
	' (/usr/lib',
	' (/lib',
	' [vdso]',
];

/** Matches Linux libraries that Swift programs are linked with. */
const linuxLibrary =
	/^lib(?:c|m|dl|rt|pthread|dispatch|BlocksRuntime|Foundation\w{0,40}|_\w{1,60}|stdc\+\+)\.so(?:\.\d{1,4}){0,3}$/;

const fetchedSource =
	/^\/Applications\/Xcode[^/]{0,40}\.app\/|[\\/](?:(?:\.build|SourcePackages)[\\/]checkouts|Pods|node_modules)[\\/]/;

function isNativeLibrary(frame: Frame, module: string): boolean {
	if (frame.file !== undefined && fetchedSource.test(frame.file)) {
		return true;
	}
	if (
		appleLibraryImages.has(module) ||
		nativeLibraries.has(module) ||
		androidLibraries.has(module) ||
		windowsLibrary.test(module) ||
		dotnet.begin(module) ||
		linuxLibrary.test(module)
	) {
		return true;
	}
	if (isRuntimeFunction(frame) || module.startsWith('libclang_rt.')) {
		return true;
	}
	if (unityImages.has(module)) {
		return il2cppMember(frame.method ?? '') === undefined;
	}
	if (module.endsWith('.dylib') || module.startsWith('libswift')) {
		return true;
	}
	if (module.endsWith('.so') || frame.image !== undefined) {
		const { text } = frame;
		// This fast test comes first, because most images are printed without a path.
		const mayBeOfSystem = text.includes('/') || text.includes('[');
		if (mayBeOfSystem && systemPlaces.some((place) => text.includes(place))) {
			return true;
		}
		if (module === 'libc.so' || module === 'libart.so') {
			return true;
		}
	}
	// The frame has a Java name: the code was compiled ahead of time or just in time, or is Kotlin/Native code.
	if (jvm.begin(frame.type ?? '')) {
		return true;
	}
	if (frame.text.includes('/data/app/') && systemApp.test(frame.text)) {
		return true;
	}
	if (frame.type === undefined && (javaImage.test(module) || frame.text.includes(' extracted in memory from '))) {
		return true;
	}
	if (module.startsWith('[') || module.startsWith('<')) {
		// The image is memory without a file: `[vdso]`, `[anon:dalvik-jit-code-cache]`, or `<anonymous:7b1c2d3e40>`.
		return frame.type?.includes('.') !== true;
	}
	const { file = '', text } = frame;
	if (
		file.endsWith('.go') ||
		(file === '' && frame.image === undefined && text.endsWith(')') && goPackage.test(module))
	) {
		return goPackage.test(module) || goLibrary.test(file);
	}
	return rustCrate.test(frame.enclosing?.type ?? '') || rustLibrary.test(file);
}
