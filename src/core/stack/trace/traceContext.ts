import type { Platform } from './model';

export interface TraceHint {
	/** `os_name` of the record. Used only if a line could belong to several platforms. */
	readonly osName?: string;
}

export class TraceContext {
	sectionPlatform: Platform | undefined;
	buildId: string | undefined;
	private readonly os: string;
	private foundUnity: boolean | undefined;
	private foundJvm: boolean | undefined;
	private foundScriptStack: boolean | undefined;
	private foundReport: boolean | undefined;
	private foundList: boolean | undefined;

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

	/** Whether the text is a report that lists threads by name. Lines with only a name then precede the stacks. */
	get listsThreads(): boolean {
		this.foundList ??= threadList.test(this.text);
		return this.foundList;
	}

	/** Whether the text has a stack in the format that React Native appends to a message. */
	get hasScriptStack(): boolean {
		this.foundScriptStack ??= this.text.includes(', stack:');
		return this.foundScriptStack;
	}

	/** Whether the text is a crash report of an operating system that describes itself in short lines. */
	get isSystemReport(): boolean {
		this.foundReport ??= this.text.includes('osVersion: ');
		return this.foundReport;
	}

	/** Whether a frame such as `at a.b.C.d()` is from the JVM. Otherwise, it is from .NET. */
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
}

const jvmMarks = ['.java:', '.kt:', '(Native Method)', '(Unknown Source', '(SourceFile', '(r8-map-id-'];

const threadList =
	/^(?:(?:#\d{1,5}\. )?Crashed: |(?:Non-f|F)atal Exception: |# (?:Application|Platform|Version|Date|Issue|Session|OS Version|Device)\b[\w #]{0,20}: )/m;
