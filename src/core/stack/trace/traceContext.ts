import type { Platform } from './model';

export interface TraceHint {
	/** Value of `os_name` in the record. Used if a line could belong to several platforms. */
	readonly osName?: string;
}

export class TraceContext {
	sectionPlatform: Platform | undefined;
	buildId: string | undefined;
	isSummary = false;
	/** Failed test that contains the current lines. `method` is the function whose source code was printed last. */
	failedTest: { method: string | undefined } | undefined;
	private readonly os: string;
	private foundUnity: boolean | undefined;
	private foundJvm: boolean | undefined;
	private foundScriptStack: boolean | undefined;
	private foundReport: boolean | undefined;
	private foundMargin: boolean | undefined;
	private foundGo: boolean | undefined;
	private foundRust: boolean | undefined;
	private foundList: boolean | undefined;
	private foundManaged: boolean | undefined;
	private foundProxy: boolean | undefined;
	private foundPlaces: boolean | undefined;
	private foundXcode: boolean | undefined;
	private foundNames: boolean | undefined;
	private foundTests: boolean | undefined;
	private foundSamples: boolean | undefined;

	constructor(
		private readonly text: string,
		hint: TraceHint | undefined,
	) {
		this.os = hint?.osName?.toLowerCase() ?? '';
	}

	get unity(): boolean {
		this.foundUnity ??=
			this.text.includes('UnityEngine') ||
			this.text.includes('(at Assets/') ||
			this.text.includes('<00000000000000000000000000000000>');
		return this.foundUnity;
	}

	get mono(): 'unity' | 'dotnet' {
		return this.unity ? 'unity' : 'dotnet';
	}

	/** Whether the text is a report that prints only the name of a thread above each stack. */
	get listsThreads(): boolean {
		this.foundList ??= threadList.test(this.text);
		return this.foundList;
	}

	/** Whether the text is a debugger's call stack with .NET frames. If not, all frames are native. */
	get debugsManagedCode(): boolean {
		this.foundManaged ??= managedColumn.test(this.text);
		return this.foundManaged;
	}

	/** Whether .NET for Android passed an exception to Java. If so, the .NET frames are in Java's format. */
	get hasDotnetProxy(): boolean {
		this.foundProxy ??= this.text.includes('JavaProxyThrowable') || dotnetInJava.test(this.text);
		return this.foundProxy;
	}

	/** Whether frames end with a location such as `Cart.cs at 31:13`. If so, other frames have no location. */
	get hasPlacesAtEnd(): boolean {
		this.foundPlaces ??= this.includesAny(['cs at ', 'fs at ', 'vb at ']) && placeAtEnd.test(this.text);
		return this.foundPlaces;
	}

	/** Whether the text contains a stack in the format that React Native appends to error messages. */
	get hasScriptStack(): boolean {
		this.foundScriptStack ??= this.text.includes(', stack:');
		return this.foundScriptStack;
	}

	/** Whether each script frame has two lines: the function name (`total`) and the location (`  Cart.js:31:29`). */
	get namesFunctionsAbove(): boolean {
		this.foundNames ??= nameAbovePlace.test(this.text);
		return this.foundNames;
	}

	/** Whether the text is an operating system's crash report, in which short lines describe the crash. */
	get isSystemReport(): boolean {
		this.foundReport ??= this.text.includes('osVersion: ');
		return this.foundReport;
	}

	/** Whether the text is an Apple report with sampled stacks, for example about CPU usage or a hang. */
	get samplesStacks(): boolean {
		this.foundSamples ??= this.includesAny(['Heaviest stack for the ', 'Powerstats for: ', ' samples (']);
		return this.foundSamples;
	}

	/** Whether numbered frames are from Xcode's debugger and not from gdb or a sanitizer. */
	get xcode(): boolean {
		this.foundXcode ??= xcodeFrame.test(this.text);
		return this.foundXcode;
	}

	/** Whether the lines of an exception group have a margin: `  | ValueError: no cart`. */
	get hasMargin(): boolean {
		this.foundMargin ??=
			(this.text.includes('|') || this.text.includes('+')) &&
			this.includesAny([' Group Traceback', '+-+----', '|   File "']);
		return this.foundMargin;
	}

	/** Whether the text is, or may be, a pytest report, whose error lines start with `E`. */
	get isTestReport(): boolean {
		this.foundTests ??= this.text === '' || testError.test(this.text);
		return this.foundTests;
	}

	get isGo(): boolean {
		this.foundGo ??= this.includesAny(['goroutine ', '.go:']);
		return this.foundGo;
	}

	get isRust(): boolean {
		this.foundRust ??= this.includesAny(['panicked at ', 'stack backtrace:', '.rs:']);
		return this.foundRust;
	}

	/** Whether a frame such as `at a.b.C.d()` is from the JVM instead of .NET. */
	get jvm(): boolean {
		if (this.sectionPlatform === 'jvm' || this.sectionPlatform === 'dotnet') {
			return this.sectionPlatform === 'jvm';
		}
		this.foundJvm ??=
			this.os.startsWith('android') ||
			jvmMarks.some((mark) => this.text.includes(mark)) ||
			(this.os === '' && this.text.includes('Caused by: '));
		return this.foundJvm;
	}

	private includesAny(marks: readonly string[]): boolean {
		return marks.some((mark) => this.text.includes(mark));
	}
}

const jvmMarks = ['.java:', '.kt:', '(Native Method)', '(Unknown Source', '(SourceFile', '(r8-map-id-'];

const dotnetInJava = /\.(?:cs|fs|vb|razor):\d{1,9}\)/;
const testError = /(?:^|[ \t])E {3}/m;
const managedColumn = /[\t ](?:C#|F#|VB|Basic)$/m;
const placeAtEnd = /\.(?:cs|fs|vb) at \d{1,9}(?::\d{1,9})?$/m;

const xcodeFrame =
	/^[ \t]{0,40}#\d{1,5}(?:\t|[ \t]{1,8}0x[\da-f]{16} in (?:[-+]\[|closure #|implicit closure #|partial apply for |thunk for |@objc |.{1,600}\.(?:swift|mm?):\d))/m;

const nameAbovePlace =
	/^[\w$.<>]{1,200}\r?\n[ \t]{2,8}\S{1,300}\.(?:[cm]?[jt]sx?|bundle)(?:\?\S{1,300})?:\d{1,9}(?::\d{1,9})?\r?$/m;

const threadList =
	/^(?:(?:#?\d{1,5}\. )?Crashed: |(?:Non-f|F)atal Exception: |# (?:Application|Platform|Version|Date|Issue|Session|OS Version|Device)\b[\w #]{0,20}: )/m;
