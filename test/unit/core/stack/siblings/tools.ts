import type { Sibling, SiblingFormat, Values } from './siblings';

function boxed(text: string): string {
	return `│ ${text.padEnd(76)} │`;
}

function border(title: string): string {
	return `╭${title.padStart(40 + title.length / 2, '─').padEnd(78, '─')}╮`;
}

export const toolFormats: readonly SiblingFormat[] = [
	{
		name: 'ndk-stack without symbols in the trace',
		make: (values: Values): Sibling => {
			const [space, type, method, load] = [values.word(), values.type(), values.word(), values.word()];
			const line = values.line();
			const path = `/data/app/~~${values.hex(8)}/com.example.shop/lib/arm64/libshop.so`;
			return {
				platform: 'ndk',
				text: `********** Crash dump: **********
Build fingerprint: 'google/redfin/redfin:13/TQ3A/1:user/release-keys'
#00 0x${values.hex(16)} ${path} (BuildId: ${values.hex(40)})
${space}::${type}::${method}(int)
/src/my shop/${space}.cpp:${line}:9
${space}::${load}()
/src/my shop/${space}.h:${line + 1}:3
#01 0x${values.hex(16)} ${path}
                                   Java_com_example_${space}_${type}_${load}
                                   C:\\src\\jni.cpp:${line + 2}:5
#02 0x${values.hex(16)} /apex/com.android.runtime/lib64/bionic/libc.so (abort+164)
??
??:0:0`,
				header: 'undefined: ',
				frames: [
					`${method}@/src/my shop/${space}.cpp:${line}`,
					`${load}@/src/my shop/${space}.h:${line + 1}`,
					`Java_com_example_${space}_${type}_${load}@C:\\src\\jni.cpp:${line + 2}`,
					'abort@',
				],
				title: `${type}.${method}`,
			};
		},
	},
	...['long', 'short'].map((style) => ({
		name: `report of pytest (${style} tracebacks)`,
		make: (values: Values): Sibling => {
			const [module, method, test, line] = [values.word(), values.word(), `test_${values.word()}`, values.line()];
			const error = `ZeroDivisionError: no ${module}`;
			const body =
				style === 'long'
					? `    def ${test}():
        cart = Cart(7)
>       assert cart.${method}(1) == a.b(3)

tests/test_${module}.py:${line}:
_ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _ _

self = <shop.cart.Cart object at 0x${values.hex(12)}>, count = 1

    async def ${method}(self, count):
        """Caused by: a.b.C: d"""
>       return self.price / count
E       ${error}

shop/${module}.py:${line + 1}: ZeroDivisionError`
					: `tests/test_${module}.py:${line}: in ${test}
    assert cart.${method}(1) == a.b(3)
shop/${module}.py:${line + 1}: in ${method}
    return self.price / count
E   ${error}`;
			return {
				platform: 'python',
				text: `${'_'.repeat(20)} ${test} ${'_'.repeat(20)}\n\n${body}`,
				header: error,
				frames: [`${test}@tests/test_${module}.py:${line}`, `${method}@shop/${module}.py:${line + 1}`],
				title: 'ZeroDivisionError',
			};
		},
	})),
	...[false, true].map((hasLocals) => ({
		name: `box of the library rich (${hasLocals ? 'with' : 'without'} local variables)`,
		make: (values: Values): Sibling => {
			const [module, load, total, line] = [values.word(), values.word(), values.word(), values.line()];
			const locals = [
				'╭───────────── locals ──────────────╮',
				`│ cart = <Cart object at 0x${values.hex(6)}> │`,
				'╰───────────────────────────────────╯',
			];
			const lines = [
				`/app/${module}.py:${line} in ${load}`,
				'',
				`  ${line - 1} def ${load}():`,
				`❱ ${line}     print(cart.${total}(a.b(c)))`,
				'',
				...(hasLocals ? locals : []),
				`/usr/lib/python3.12/json/__init__.py:${line + 1} in loads`,
				'',
				`❱ ${line + 1} │   return _default_decoder.decode(s)`,
				'',
				`/app/${module}.py:${line + 2} in ${total}`,
				'',
				`❱ ${line + 2}     raise ValueError("no ${module}")`,
			];
			return {
				platform: 'python',
				text: `${border(' Traceback (most recent call last) ')}\n${lines.map(boxed).join('\n')}
╰${'─'.repeat(78)}╯
ValueError: no ${module}`,
				header: `ValueError: no ${module}`,
				frames: [
					`${load}@/app/${module}.py:${line}`,
					`loads@/usr/lib/python3.12/json/__init__.py:${line + 1}`,
					`${total}@/app/${module}.py:${line + 2}`,
				],
				title: 'ValueError',
			};
		},
	})),
	{
		name: 'call graph from the sample tool',
		make: (values: Values): Sibling => {
			const [module, type, method, load, line] = [
				values.type(),
				values.type(),
				values.word(),
				values.word(),
				values.line(),
			];
			const address = () => `[0x${values.hex(9)}]`;
			return {
				platform: 'apple',
				text: `Call graph:
    2763 Thread_${values.hex(6)}   DispatchQueue_1: com.apple.main-thread  (serial)
    + 2763 start  (in dyld) + 6076  ${address()}
    +   2763 -[NSApplication run]  (in AppKit) + 480  ${address()}
    +     2701 ${type}.${method}(a.b:)  (in ${module} App) + 44  ${address()}  ${type}.swift:${line}
    +     ! 2700 specialized ${type}.${load}()  (in ${module} App) + 96,104  ${address()}  ${type}.swift:${line + 1}
    +     ! : 2700 mach_msg2_trap  (in libsystem_kernel.dylib) + 8  ${address()}
    +     62 CFRunLoopRunSpecific  (in CoreFoundation) + 700  ${address()}
    2763 Thread_${values.hex(6)}: com.example.loader
      2763 ???  (in ${module} App)  load address 0x104e10000 + 0x${values.hex(5)}  ${address()}

Total number in stack (recursive counted multiple, when >=5):
        5       ${type}.${load}()  (in ${module} App) + 0  ${address()}

Sort by top of stack, same collapsed (when >= 5):
        mach_msg2_trap  (in libsystem_kernel.dylib)        2701`,
				header: ': Thread_',
				frames: [
					'start@',
					'run@',
					`${method}@${type}.swift:${line}`,
					`${load}()@${type}.swift:${line + 1}`,
					'mach_msg2_trap@',
					'CFRunLoopRunSpecific@',
					'@',
				],
				title: `${type}.${load}`,
			};
		},
	},
	{
		name: 'crash report of the Mono runtime',
		make: (values: Values): Sibling => {
			const [space, type, method, load] = [values.type(), values.type(), values.type(), values.type()];
			const rule = '='.repeat(65);
			return {
				platform: 'dotnet',
				text: `${rule}
	Native Crash Reporting
${rule}
Got a SIGSEGV while executing native code. This usually indicates
a fatal error in the mono runtime or one of the native libraries
used by your application.
${rule}

${rule}
	Native stacktrace:
${rule}
	0x${values.hex(9)} - /private/var/containers/My Shop.app/Shop.iOS : xamarin_trampoline
	0x${values.hex(9)} - /usr/lib/libmonosgen-2.0.dylib : (null)

${rule}
	Basic Fault Address Reporting
${rule}
Memory around native instruction pointer (0x${values.hex(9)}):0x${values.hex(9)}  ff ff ff 17

${rule}
	Managed Stacktrace:
${rule}
	  at <unknown> <0xffffffff>
	  at ${space}.${type}:${method} <0x0${values.hex(4)}>
	  at ${space}.${type}:${load} (string,int) <0x0${values.hex(4)}>
${rule}`,
				header: 'SIGSEGV: ',
				frames: ['xamarin_trampoline@', '@', `${method}@`, `${load}@`],
				title: 'SIGSEGV',
			};
		},
	},
];
