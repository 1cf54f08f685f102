import type { SiblingFormat } from './siblings';

export const androidFormats: readonly SiblingFormat[] = [
	{
		name: 'crash report from a hardened system',
		make: (values) => {
			const [type, method, native] = [values.type(), values.verb(), values.verb()];
			const app = `/data/app/~~${values.hex(8)}==/com.example.shop-${values.hex(8)}==`;
			return {
				platform: 'ndk',
				text: `type: crash
osVersion: example/phone/phone:15/AP4A/${values.line()}:user/release-keys
uid: 10210 (u:r:untrusted_app:s0:c210,c256,c512,c768)
cmdline: com.example.shop
processUptime: ${values.line()}s

abortMessage: hardened_malloc: fatal allocator error: detected write after free

signal: 6 (SIGABRT), code -1 (SI_QUEUE), faultAddr ${values.hex(8)}
cause: [MTE]: Use After Free, 0 bytes into a 32-byte allocation
threadName: Thread-7
MTE: enabled; sync

backtrace:
    /apex/com.android.runtime/lib64/bionic/libc.so (abort+164, pc ${values.hex(5)})
    ${app}/lib/arm64/libshop.so (shop::${type}::${method}(std::vector<int> const&) const+24, pc ${values.hex(5)})
    ${app}/base.apk!libshop.so (Java_com_example_${native}+12, pc ${values.hex(4)})
    /data/app/lib/arm64/libshop.so (pc ${values.hex(5)})
    [anon:dalvik-classes.dex extracted in memory from ${app}/base.apk] (com.example.shop.${type}.run+4, pc ${values.hex(5)})
    /memfd:jit-cache (deleted) (com.example.shop.${type}.draw+68, pc ${values.hex(6)})`,
				header: 'SIGABRT: code -1 (SI_QUEUE), faultAddr',
				frames: ['abort@', `${method}@`, `Java_com_example_${native}@`, '@', 'run@', 'draw@'],
				title: 'SIGABRT',
			};
		},
	},
	{
		name: 'composition stack',
		make: (values) => {
			const [screen, list, line] = [values.type(), values.type(), values.line()];
			return {
				platform: 'jvm',
				text: `java.lang.IllegalStateException: no ${list}
	at com.example.shop.${screen}Kt.${screen}(${screen}.kt:${line})
	at android.os.Looper.loop(Looper.java:288)
	Suppressed: androidx.compose.runtime.DiagnosticComposeException: Composition stack when thrown:
	at ${list}(${screen}.kt:<unknown line>)
	at <lambda>(${screen}.kt:${line + 9})
	at ReusableComposeNode(Composables.kt:${line + 300})
	at ${screen}(${screen}.kt:${line + 2})
	at remember(<unknown file>:<unknown line>)
	at $$compose.m$${line}(SourceFile:1)`,
				header: `java.lang.IllegalStateException: no ${list}`,
				frames: [
					`${screen}@${screen}.kt:${line}`,
					'loop@Looper.java:288',
					`${list}@${screen}.kt`,
					`<lambda>@${screen}.kt:${line + 9}`,
					`ReusableComposeNode@Composables.kt:${line + 300}`,
					`${screen}@${screen}.kt:${line + 2}`,
					'remember@',
					`m$${line}@:1`,
				],
				title: 'IllegalStateException',
			};
		},
	},
	{
		name: 'frames with semicolons and without at',
		make: (values) => {
			const [type, method, line] = [values.type(), values.verb(), values.line()];
			return {
				platform: 'jvm',
				text: `com.example.shop.${type}.${method} (${type}.java:${line});

com.example.shop.${type}$1.onClick (${type}.java:${line + 27});

com.example.shop.${type}.<init> (${type}.kt);

java.lang.reflect.Method.invoke (Native Method);

a.b.c (SourceFile:${line});`,
				header: 'undefined: ',
				frames: [
					`${method}@${type}.java:${line}`,
					`onClick@${type}.java:${line + 27}`,
					`<init>@${type}.kt`,
					'invoke@',
					`c@:${line}`,
				],
				title: '',
			};
		},
	},
	{
		name: 'frames with the location first',
		make: (values) => {
			const [type, method, line] = [values.type(), values.verb(), values.line()];
			return {
				platform: 'jvm',
				text: `com.example.shop.IllegalViewException: Trying to add unknown view tag: ${line}
    ${type}.java:${line} com.example.shop.${type}.${method}
    ${type}.kt:${line + 1} com.example.shop.${type}$load$1.invokeSuspend
    Method.java:-2 java.lang.reflect.Method.invoke
    Unknown Source:4 a.b.c`,
				header: `com.example.shop.IllegalViewException: Trying to add unknown view tag: ${line}`,
				frames: [`${method}@${type}.java:${line}`, `invokeSuspend@${type}.kt:${line + 1}`, 'invoke@Method.java', 'c@'],
				title: 'IllegalViewException',
			};
		},
	},
	{
		name: 'names escaped for HTML',
		make: (values) => {
			const [type, method, line] = [values.type(), values.verb(), values.line()];
			return {
				platform: 'jvm',
				text: `java.lang.IllegalStateException: no &lt;${type}&gt; &amp; &quot;more&quot;
	at com.example.shop.${type}.&lt;init&gt;(${type}.kt:${line})
	at com.example.shop.${type}.&lt;clinit&gt;(${type}.kt:${line + 1})
	at com.example.shop.${type}&#36;1.${method}(${type}.kt:${line + 2})`,
				header: `java.lang.IllegalStateException: no <${type}> & "more"`,
				frames: [`<init>@${type}.kt:${line}`, `<clinit>@${type}.kt:${line + 1}`, `${method}@${type}.kt:${line + 2}`],
				title: 'IllegalStateException',
			};
		},
	},
];
