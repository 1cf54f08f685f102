import type { Sibling, SiblingFormat, Values } from './siblings';

/** Folders of Python code on Android and iOS, and of a library in the same distribution. */
const distributions = [
	[
		'Kivy',
		'/data/user/0/com.example.shop/files/app',
		'/data/user/0/com.example.shop/files/app/_python_bundle/site-packages',
	],
	[
		'BeeWare',
		'/data/data/com.example.shop/files/chaquopy/AssetFinder/app/shop',
		'/data/data/com.example.shop/files/chaquopy/AssetFinder/requirements',
	],
	[
		'iOS',
		'/private/var/containers/Bundle/Application/0A/Shop.app/app/shop',
		'/private/var/containers/Bundle/Application/0A/Shop.app/app_packages',
	],
] as const;

export const otherLanguageFormats: readonly SiblingFormat[] = [
	...distributions.map(([name, app, library]) => ({
		name: `Python traceback (${name})`,
		make: (values: Values): Sibling => {
			const [module, load, total, line] = [values.word(), values.word(), values.word(), values.line()];
			return {
				platform: 'python',
				text: `Traceback (most recent call last):
  File "${app}/main.py", line ${line}, in <module>
    app.run(at (1), "a.b.c(D.java:1)")
    ~~~~~~~^^^^^
  File "${library}/toga/app.py", line ${line + 9}, in run
    self.loop()
  File "${app}/${module}.py", line ${line + 2}, in ${load}
    raise ValueError(f"no {item}")
  File "${app}/${module}.py", line ${line + 3}, in ${total}
    raise ValueError(f"no {item}")
ValueError: no ${module}`,
				header: `ValueError: no ${module}`,
				frames: [
					`<module>@${app}/main.py:${line}`,
					`run@${library}/toga/app.py:${line + 9}`,
					`${load}@${app}/${module}.py:${line + 2}`,
					`${total}@${app}/${module}.py:${line + 3}`,
				],
				title: 'ValueError',
			};
		},
	})),
	{
		name: 'chained Python tracebacks',
		make: (values) => {
			const [module, load, total, line] = [values.word(), values.word(), values.word(), values.line()];
			return {
				platform: 'python',
				text: `Traceback (most recent call last):
  File "/app/${module}.py", line ${line}, in ${total}
    return items["price"]
KeyError: 'price'

During handling of the above exception, another exception occurred:

Traceback (most recent call last):
  File "/app/main.py", line ${line + 1}, in ${load}
    ${total}()
shop.errors.CartError: no cart`,
				header: "KeyError: 'price'",
				frames: [`${total}@/app/${module}.py:${line}`, `${load}@/app/main.py:${line + 1}`],
				title: 'KeyError',
			};
		},
	},
	{
		name: 'Python exception group',
		make: (values) => {
			const [module, load, total, line] = [values.word(), values.word(), values.word(), values.line()];
			return {
				platform: 'python',
				text: `  + Exception Group Traceback (most recent call last):
  |   File "/app/main.py", line ${line}, in ${load}
  |     async with TaskGroup() as group:
  | ExceptionGroup: unhandled errors in a TaskGroup (2 sub-exceptions)
  +-+---------------- 1 ----------------
    | Traceback (most recent call last):
    |   File "/app/${module}.py", line ${line + 2}, in ${total}
    |     raise ValueError(1)
    | ValueError: 1
    +---------------- 2 ----------------
    | TypeError: 2
    +------------------------------------`,
				header: 'ValueError: 1',
				frames: [`${load}@/app/main.py:${line}`, `${total}@/app/${module}.py:${line + 2}`],
				title: 'ValueError',
			};
		},
	},
	{
		name: 'Python frames in Java format',
		make: (values) => {
			const [module, load, line] = [values.word(), values.word(), values.line()];
			return {
				platform: 'python',
				text: `com.chaquo.python.PyException: ValueError: no ${module}
	at <python>.shop.${module}.${load}(${module}.py:${line})
	at <python>.chaquopy_java.call(chaquopy_java.pyx:${line})`,
				header: `ValueError: no ${module}`,
				frames: [`${load}@${module}.py:${line}`, `call@chaquopy_java.pyx:${line}`],
				title: 'ValueError',
			};
		},
	},
	{
		name: 'Go panic',
		make: (values) => {
			const [type, method, load, line] = [values.type(), values.verb(), values.verb(), values.line()];
			return {
				platform: 'go',
				text: `panic: runtime error: index out of range [${line}] with length 3 [recovered]
	panic: runtime error: index out of range [${line}] with length 3
[signal SIGSEGV: segmentation violation code=0x1 addr=0x0 pc=0x${values.hex(9)}]

goroutine ${line} [running, locked to thread]:
panic({0x${values.hex(6)}?, 0xc000012345?})
	/usr/local/go/src/runtime/panic.go:884 +0x212
github.com/example/shop/cart.(*${type}).${method}(0xc000${values.hex(6)}, {0x1, ...})
	/Users/ci/shop/cart/cart.go:${line} +0x${values.hex(3)}
main.${load}.func1.2(...)
	/Users/ci/shop/main.go:${line + 1}
created by main.${load} in goroutine 1
	/Users/ci/shop/main.go:${line + 2} +0x${values.hex(2)}

goroutine 18 [select, 2 minutes]:
net/http.(*conn).serve(0xc0)
	/usr/local/go/src/net/http/server.go:1995 +0x612`,
				header: `panic: runtime error: index out of range [`,
				frames: [
					'panic@/usr/local/go/src/runtime/panic.go:884',
					`${method}@/Users/ci/shop/cart/cart.go:${line}`,
					`${load}.func1.2@/Users/ci/shop/main.go:${line + 1}`,
					`${load}@/Users/ci/shop/main.go:${line + 2}`,
					'serve@/usr/local/go/src/net/http/server.go:1995',
				],
				title: 'panic',
			};
		},
	},
	...['new', 'old'].map((form) => ({
		name: `Rust panic (${form} form)`,
		make: (values: Values): Sibling => {
			const [type, method, module, line] = [values.type(), values.word(), values.word(), values.line()];
			const place = `src/${module}.rs:${line}:9`;
			const first =
				form === 'new'
					? `thread 'main' panicked at ${place}:\nno ${module} in the cart`
					: `thread 'main' panicked at 'no ${module} in the cart', ${place}`;
			return {
				platform: 'rust',
				text: `${first}
stack backtrace:
   0: rust_begin_unwind
             at /rustc/${values.hex(12)}/library/std/src/panicking.rs:645:5
   1: core::panicking::panic_fmt::h${values.hex(16)}
             at /rustc/${values.hex(12)}/library/core/src/panicking.rs:72:14
   2: shop::${module}::${type}::${method}::h${values.hex(16)}
             at ./${place}
   3: <shop::${module}::${type} as core::ops::Drop>::drop::h${values.hex(16)}
             at ./src/${module}.rs:${line + 1}:5
   4:     0x${values.hex(12)} - shop::${method}::{{closure}}::h${values.hex(16)}
   5: main`,
				header: `panicked: no ${module} in the cart`,
				frames: [
					'rust_begin_unwind@/rustc/library/std/src/panicking.rs:645',
					'panic_fmt@/rustc/library/core/src/panicking.rs:72',
					`${method}@./src/${module}.rs:${line}`,
					`drop@./src/${module}.rs:${line + 1}`,
					'{{closure}}@',
					'main@',
				],
				title: 'panicked',
			};
		},
	})),
];
