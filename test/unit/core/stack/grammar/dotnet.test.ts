import * as assert from 'node:assert/strict';
import { parseTrace } from '../../../../../src/core/stack/parse/parseTrace';
import { itReads } from '../support/frames';

const path = 'C:\\src\\Acme Shop (1)\\Cart.cs';

describe('.NET stack frames', () => {
	itReads('dotnet', 'managed', [
		[
			`   at Acme.Shop.Cart.Add(Int32 n) in ${path}:line 40`,
			{ type: 'Acme.Shop.Cart', method: 'Add', at: `${path}:40`, link: `${path}:line 40` },
		],
		['   at Acme.Shop.Cart.Add(Int32 n)', { type: 'Acme.Shop.Cart', method: 'Add', link: 'Acme.Shop.Cart.Add' }],
		['   at Acme.Shop.Cart.Total()', { type: 'Acme.Shop.Cart', method: 'Total', link: 'Acme.Shop.Cart.Total' }],
		[
			'   at Acme.Shop.Cart.Add(Int32 n) in /src/Cart.cs:line 40',
			{ type: 'Acme.Shop.Cart', method: 'Add', at: '/src/Cart.cs:40', link: '/src/Cart.cs:line 40' },
		],
		[
			`   at Acme.Shop.Cart.<LoadAsync>d__4.MoveNext() in ${path}:line 41`,
			{
				type: 'Acme.Shop.Cart',
				method: '<LoadAsync>d__4.MoveNext',
				enclosing: 'Acme.Shop.Cart#LoadAsync',
				at: `${path}:41`,
				link: `${path}:line 41`,
			},
		],
		[
			'   at Acme.Shop.Cart.Add(Int32 n) in Acme.Shop.dll:token 0x6000001+0x70',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				module: 'Acme.Shop.dll',
				position: { kind: 'il', offset: 0x70 },
				link: 'Acme.Shop.Cart.Add',
			},
		],
		[
			'   at Acme.Shop.Cart.<Load>d__4.MoveNext() in Acme Shop.exe:token 0x60000FF+0x0',
			{
				type: 'Acme.Shop.Cart',
				method: '<Load>d__4.MoveNext',
				enclosing: 'Acme.Shop.Cart#Load',
				module: 'Acme Shop.exe',
				position: { kind: 'il', offset: 0 },
				link: 'Acme.Shop.Cart.<Load>d__4.MoveNext',
			},
		],
		[
			'   в Acme.Shop.Cart.Add(Int32 n) в Acme.Shop.dll:токен 0x6000001+0x1f',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				module: 'Acme.Shop.dll',
				position: { kind: 'il', offset: 0x1f },
				link: 'Acme.Shop.Cart.Add',
			},
		],
		[
			'   at Acme.Shop.Cart.Add(Int32 n) in Acme.Shop.dll:line 0',
			{ type: 'Acme.Shop.Cart', method: 'Add', module: 'Acme.Shop.dll', link: 'Acme.Shop.Cart.Add' },
		],
		[
			'   at Shop!Acme.Shop.Cart.Add(Int32) + 0x2f',
			{ type: 'Acme.Shop.Cart', method: 'Add', module: 'Shop', link: 'Acme.Shop.Cart.Add' },
		],
		[
			'   at SharedLibrary!$12_System::Func`1.Invoke+0x11',
			{
				type: 'System.Func`1',
				method: 'Invoke',
				enclosing: 'System.Func#Invoke',
				module: 'SharedLibrary',
				link: 'System::Func`1.Invoke',
			},
		],
		['  at Acme.Shop.Cart:Add <0x000a7>', { type: 'Acme.Shop.Cart', method: 'Add', link: 'Acme.Shop.Cart:Add' }],
		[
			'  at (wrapper managed-to-native) Acme.Native:call <0x00007>',
			{ type: 'Acme.Native', method: 'call', flags: ['nativeMethod'], link: 'Acme.Native:call' },
		],
		[
			'  at (wrapper runtime-invoke) object.runtime_invoke_void (object,intptr,intptr,intptr) <0x00134>',
			{
				type: 'object',
				method: 'runtime_invoke_void',
				flags: ['synthetic'],
				link: 'object.runtime_invoke_void',
			},
		],
		[
			'  at (wrapper synchronized) Acme.Shop.Cart.Add (Acme.Shop.Item) [0x00012] in <5f1c0d#ab>:0',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				position: { kind: 'il', offset: 0x12 },
				link: 'Acme.Shop.Cart.Add',
			},
		],
		[
			'Acme.Shop.Cart.Add (System.Int32 n) /Users/ci/Shop Client/Cart.cs at 31:13',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				at: '/Users/ci/Shop Client/Cart.cs:31:13',
				link: '/Users/ci/Shop Client/Cart.cs at 31:13',
			},
		],
		[
			'Cart.<Load>b__0 () Cart.cs at 31',
			{ type: 'Cart', method: '<Load>b__0', enclosing: 'Cart#Load', at: 'Cart.cs:31', link: 'Cart.cs at 31' },
		],
		[
			'System.Action.Invoke ()',
			{
				type: 'System.Action',
				method: 'Invoke',
				link: 'System.Action.Invoke',
				after: 'Acme.Cart.Add () Cart.cs at 31:13',
			},
		],
		[
			'Acme.Shop.Cart.Add () [0x0001b] in <ffc0c748a4884d32>:0;Acme.Shop',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				position: { kind: 'il', offset: 0x1b },
				link: 'Acme.Shop.Cart.Add',
			},
		],
		[
			'	at Acme.Shop.Cart..ctor(C:\\src\\Cart.cs:12)',
			{
				type: 'Acme.Shop.Cart',
				method: '.ctor',
				flags: ['constructor'],
				at: 'C:\\src\\Cart.cs:12',
			},
		],
		[
			'	at Acme.Shop.Pool`1[[Acme.Item, Acme, Version=1.0.0.0]].Get(Unknown Source:0)',
			{
				type: 'Acme.Shop.Pool`1[[Acme.Item, Acme, Version=1.0.0.0]]',
				method: 'Get',
				enclosing: 'Acme.Shop.Pool#Get',
				link: 'Acme.Shop.Pool`1[[Acme.Item, Acme, Version=1.0.0.0]].Get',
				after: 'android.runtime.JavaProxyThrowable: [System.Exception]: no',
			},
		],
		[
			'   at Acme.Cart.<>c.<Load>b__0_1(Object state)',
			{
				type: 'Acme.Cart',
				method: '<>c.<Load>b__0_1',
				enclosing: 'Acme.Cart#Load',
				link: 'Acme.Cart.<>c.<Load>b__0_1',
			},
		],
		[
			'   at Acme.Cart.<>c__DisplayClass3_0.<Load>b__0()',
			{
				type: 'Acme.Cart',
				method: '<>c__DisplayClass3_0.<Load>b__0',
				enclosing: 'Acme.Cart#Load',
				link: 'Acme.Cart.<>c__DisplayClass3_0.<Load>b__0',
			},
		],
		[
			'   at Acme.Cart.<>c__DisplayClass3_0.<<Load>b__0>d.MoveNext()',
			{
				type: 'Acme.Cart',
				method: '<>c__DisplayClass3_0.<<Load>b__0>d.MoveNext',
				enclosing: 'Acme.Cart#Load',
				link: 'Acme.Cart.<>c__DisplayClass3_0.<<Load>b__0>d.MoveNext',
			},
		],
		[
			'   at Acme.Cart.<Load>g__Parse|2_0(String text)',
			{
				type: 'Acme.Cart',
				method: '<Load>g__Parse|2_0',
				enclosing: 'Acme.Cart#Load',
				link: 'Acme.Cart.<Load>g__Parse|2_0',
			},
		],
		[
			'   at Acme.Program.<Main>$(String[] args)',
			{ type: 'Acme.Program', method: '<Main>$', enclosing: 'Acme.Program#Main', link: 'Acme.Program.<Main>$' },
		],
		[
			'   at Acme.Cart..ctor(String name)',
			{ type: 'Acme.Cart', method: '.ctor', flags: ['constructor'], link: 'Acme.Cart..ctor' },
		],
		[
			'   at Acme.Cart.<>c..cctor()',
			{ type: 'Acme.Cart', method: '<>c..cctor', enclosing: 'Acme.Cart#.cctor', link: 'Acme.Cart.<>c..cctor' },
		],
		[
			'   at Acme.BasePlugin`1[T].Run[TResult](T item)',
			{
				type: 'Acme.BasePlugin`1[T]',
				method: 'Run[TResult]',
				enclosing: 'Acme.BasePlugin#Run',
				link: 'Acme.BasePlugin`1[T].Run[TResult]',
			},
		],
		[
			'   at Acme.BasePlugin`1[[Acme.Item, Acme, Version=1.0.0.0, Culture=neutral]].Run()',
			{
				type: 'Acme.BasePlugin`1[[Acme.Item, Acme, Version=1.0.0.0, Culture=neutral]]',
				method: 'Run',
				enclosing: 'Acme.BasePlugin#Run',
				link: 'Acme.BasePlugin`1[[Acme.Item, Acme, Version=1.0.0.0, Culture=neutral]].Run',
			},
		],
		[
			'   at Acme.Cart.<.ctor>b__0_0()',
			{ type: 'Acme.Cart', method: '<.ctor>b__0_0', enclosing: 'Acme.Cart#.ctor', link: 'Acme.Cart.<.ctor>b__0_0' },
		],
		[
			`   at Acme.Cart.ReadAsync()+MoveNext() in ${path}:line 22`,
			{
				type: 'Acme.Cart',
				method: 'ReadAsync()+MoveNext',
				enclosing: 'Acme.Cart#ReadAsync',
				at: `${path}:22`,
				link: `${path}:line 22`,
			},
		],
		[
			'   at Acme.Cart.All[T](IEnumerable`1 source)+System.Threading.Tasks.Sources.IValueTaskSource<System.Boolean>.GetResult()',
			{
				type: 'Acme.Cart',
				method: 'All[T]()+System.Threading.Tasks.Sources.IValueTaskSource<System.Boolean>.GetResult',
				enclosing: 'Acme.Cart#All',
				link: 'Acme.Cart.All[T]',
			},
		],
		[
			`   at Acme.Program.<<Main>$>g__Find|0_0(Compilation all)+MoveNext() in ${path}:line 4`,
			{
				type: 'Acme.Program',
				method: '<<Main>$>g__Find|0_0()+MoveNext',
				enclosing: 'Acme.Program#Main',
				at: `${path}:4`,
				link: `${path}:line 4`,
			},
		],
		[
			'   at System.Collections.Generic.List`1.get_Item(Int32 index)',
			{
				type: 'System.Collections.Generic.List`1',
				method: 'get_Item',
				enclosing: 'System.Collections.Generic.List#Item',
				link: 'System.Collections.Generic.List`1.get_Item',
			},
		],
		[
			'   at System.Linq.Enumerable.Select[TSource,TResult](IEnumerable`1 source, Func`2 selector)',
			{
				type: 'System.Linq.Enumerable',
				method: 'Select[TSource,TResult]',
				enclosing: 'System.Linq.Enumerable#Select',
				link: 'System.Linq.Enumerable.Select[TSource,TResult]',
			},
		],
		[
			'   at Acme.Cart.Add(DecCalc& d1, Int32[] d2, Nullable`1 mode)',
			{ type: 'Acme.Cart', method: 'Add', link: 'Acme.Cart.Add' },
		],
		[
			'   at Acme.Cart.Total() + 0x1c in /src/Cart.cs:line 7',
			{ type: 'Acme.Cart', method: 'Total', at: '/src/Cart.cs:7', link: '/src/Cart.cs:line 7' },
		],
		['   at Acme.Cart.Total() + 0x1c', { type: 'Acme.Cart', method: 'Total', link: 'Acme.Cart.Total' }],
		[
			'   at Acme!<BaseAddress>+0x1234',
			{
				kind: 'native',
				module: 'Acme',
				image: { name: 'Acme', address: '0x1234', offset: 0x1234 },
				enclosing: undefined,
			},
		],
		[
			'  at Acme.Shop.Cart.Add (System.Int32 n) [0x00012] in <5f1c0d0000000000000000000000000d>:0 ',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				position: { kind: 'il', offset: 0x12 },
				link: 'Acme.Shop.Cart.Add',
			},
		],
		[
			'  at Acme.Shop.Cart.Add (System.Int32 n) [0x00012] in /src/Acme Shop/Cart.cs:40',
			{
				type: 'Acme.Shop.Cart',
				method: 'Add',
				position: { kind: 'il', offset: 0x12 },
				at: '/src/Acme Shop/Cart.cs:40',
			},
		],
		[
			'  at Acme.Shop.Cart.Total () <0x123a0 + 0x00012> in <filename unknown>:0',
			{ type: 'Acme.Shop.Cart', method: 'Total', link: 'Acme.Shop.Cart.Total' },
		],
		[
			'  at (wrapper managed-to-native) Acme.Native.Call (int)',
			{ type: 'Acme.Native', method: 'Call', flags: ['nativeMethod'], link: 'Acme.Native.Call' },
		],
		[
			'  at Acme.Cart+<Load>c__Iterator3.MoveNext () [0x00000] in <filename unknown>:0',
			{
				type: 'Acme.Cart',
				method: '<Load>c__Iterator3.MoveNext',
				enclosing: 'Acme.Cart#Load',
				position: { kind: 'il', offset: 0 },
				link: 'Acme.Cart+<Load>c__Iterator3.MoveNext',
			},
		],
		['--- End of stack trace from previous location ---', { kind: 'gap', platform: 'unknown' }],
		[
			'--- End of stack trace from previous location where exception was thrown ---',
			{ kind: 'gap', platform: 'unknown' },
		],
		['   --- Konec trasování zásobníku z předchozího místa ---', { kind: 'gap', platform: 'unknown' }],
	]);

	it('assigns .NET frames to the correct exception among several nested exceptions', () => {
		const { sections } = parseTrace(
			[
				'System.AggregateException: One or more errors occurred.',
				' ---> Acme.BackupException: not saved',
				' ---> System.IO.IOException: disk full',
				'   at System.IO.File.Write(String path)',
				'   at Acme.Backup.Run() in C:\\src\\Backup.cs:line 20',
				'   --- End of inner exception stack trace ---',
				'   at Acme.Backup.Save() in C:\\src\\Backup.cs:line 24',
				'   --- End of inner exception stack trace ---',
				'   at Acme.Window.OnClick(Object sender)',
				'---> (Inner Exception #0) Acme.BackupException: not saved',
				'   at Acme.Backup.Save() in C:\\src\\Backup.cs:line 24<---',
			].join('\r\n'),
		);
		assert.deepEqual(
			sections.map(({ header, lines }) => [header?.type, header?.depth, lines.length]),
			[
				['System.AggregateException', 0, 0],
				['Acme.BackupException', 1, 0],
				['System.IO.IOException', 2, 3],
				[undefined, undefined, 2],
				[undefined, undefined, 1],
				['Acme.BackupException', 1, 1],
			],
		);
	});
});

describe('Unity stack frames', () => {
	const after = 'UnityEngine.Debug:LogError (object)';
	itReads('unity', 'managed', [
		[
			'Acme.Cart:.ctor (System.String) (at Assets/Cart.cs:3)',
			{ type: 'Acme.Cart', method: '.ctor', at: 'Assets/Cart.cs:3', flags: ['constructor'] },
		],
		['Acme.Cart:.cctor ()', { type: 'Acme.Cart', method: '.cctor', flags: ['constructor'], link: 'Acme.Cart:.cctor' }],
		[
			'Acme.Cart/Line:.ctor(Int32)',
			{
				type: 'Acme.Cart/Line',
				method: '.ctor',
				enclosing: 'Acme.Cart.Line#.ctor',
				flags: ['constructor'],
				link: 'Acme.Cart/Line:.ctor',
			},
		],
		[
			'Acme.Pool`1<int>:.ctor ()',
			{
				type: 'Acme.Pool`1<int>',
				method: '.ctor',
				enclosing: 'Acme.Pool#.ctor',
				flags: ['constructor'],
				link: 'Acme.Pool`1<int>:.ctor',
			},
		],
		[
			'Acme.Cart/<>c:.cctor ()',
			{ type: 'Acme.Cart', method: '<>c:.cctor', enclosing: 'Acme.Cart#.cctor', link: 'Acme.Cart/<>c:.cctor' },
		],
		[
			'CartView:OnClick () (at Assets/Scripts/Cart View.cs:17)',
			{ type: 'CartView', method: 'OnClick', at: 'Assets/Scripts/Cart View.cs:17' },
		],
		[
			'Acme.Cart.Add (System.Int32 n) (at Assets/Scripts/Cart.cs:17)',
			{ type: 'Acme.Cart', method: 'Add', at: 'Assets/Scripts/Cart.cs:17' },
		],
		[
			'Acme.Cart+<Fall>d__7.MoveNext () (at Assets/Scripts/Cart.cs:34)',
			{
				type: 'Acme.Cart',
				method: '<Fall>d__7.MoveNext',
				enclosing: 'Acme.Cart#Fall',
				at: 'Assets/Scripts/Cart.cs:34',
			},
		],
		[
			'Acme.Cart/<Fall>d__7:MoveNext () (at Assets/Scripts/Cart.cs:34)',
			{
				type: 'Acme.Cart',
				method: '<Fall>d__7:MoveNext',
				enclosing: 'Acme.Cart#Fall',
				at: 'Assets/Scripts/Cart.cs:34',
			},
		],
		[
			'UnityEngine.UI.Button.Press () (at ./Library/PackageCache/com.unity.ugui@2.0.0/Runtime/UI/Button.cs:70)',
			{
				type: 'UnityEngine.UI.Button',
				method: 'Press',
				at: './Library/PackageCache/com.unity.ugui@2.0.0/Runtime/UI/Button.cs:70',
			},
		],
		[
			'UnityEngine.Events.UnityEvent.Invoke () (at <3f4e1b7c9a2d4e58b6c0d1f2a3b4c5d6>:0)',
			{ type: 'UnityEngine.Events.UnityEvent', method: 'Invoke', link: 'UnityEngine.Events.UnityEvent.Invoke' },
		],
		['Acme.Cart:Add(Item)', { type: 'Acme.Cart', method: 'Add', link: 'Acme.Cart:Add', after }],
		['Acme.Cart:Add(Item, Int32)', { type: 'Acme.Cart', method: 'Add', link: 'Acme.Cart:Add' }],
		[
			'System.Linq.Enumerable.First[TSource] (System.Collections.Generic.IEnumerable`1[T] source) (at <f5a0>:0)',
			{
				type: 'System.Linq.Enumerable',
				method: 'First[TSource]',
				enclosing: 'System.Linq.Enumerable#First',
				link: 'System.Linq.Enumerable.First[TSource]',
			},
		],
		[
			'  at Acme.Board.Place (Acme.Piece piece) [0x00000] in <00000000000000000000000000000000>:0 ',
			{
				type: 'Acme.Board',
				method: 'Place',
				position: { kind: 'il', offset: 0 },
				link: 'Acme.Board.Place',
			},
		],
		[
			'0x000001c4a5b6c7d8 (Mono JIT Code) [CartView.cs:17] CartView:OnClick ()',
			{
				type: 'CartView',
				method: 'OnClick',
				module: 'Mono JIT Code',
				image: { name: 'Mono JIT Code', address: '0x000001c4a5b6c7d8' },
				at: 'CartView.cs:17',
			},
		],
		[
			'0x00007ff6a1b2c3d4 ((<unknown>)) ',
			{ kind: 'native', module: '<unknown>', image: { name: '<unknown>', address: '0x00007ff6a1b2c3d4' } },
		],
		[
			'0x00007ff6a1b2c3d4 (Unity) StackWalker::GetCurrentCallstack',
			{
				kind: 'native',
				method: 'StackWalker::GetCurrentCallstack',
				enclosing: undefined,
				module: 'Unity',
				image: { name: 'Unity', address: '0x00007ff6a1b2c3d4' },
				link: 'StackWalker::GetCurrentCallstack',
			},
		],
	]);

	it('assigns Unity frames to the preceding log message if empty lines separate the messages', () => {
		const { sections } = parseTrace(
			[
				'Score without a label',
				'UnityEngine.Debug:LogError (object)',
				'ScoreView:Show (int) (at Assets/ScoreView.cs:16)',
				'',
				'(Filename: Assets/ScoreView.cs Line: 16)',
				'',
				'Lost the connection',
				'UnityEngine.Debug:LogError (object)',
				'Net:Read () (at Assets/Net.cs:3)',
			].join('\n'),
		);
		assert.deepEqual(
			sections.map(({ header, lines }) => [header?.message, lines.filter(({ kind }) => kind === 'managed').length]),
			[
				['Score without a label', 2],
				['Lost the connection', 2],
			],
		);
	});

	it('parses Unity frames below Java frames', () => {
		const { sections } = parseTrace(
			[
				'AndroidJavaException: java.lang.IllegalStateException: not connected',
				'java.lang.IllegalStateException: not connected',
				'\tat com.example.billing.Client.query(Client.java:118)',
				'  at UnityEngine.AndroidJNISafe.CheckException () [0x00000] in <00000000000000000000000000000000>:0 ',
				'Rethrow as TargetInvocationException: failed',
				'Acme.Store.Buy () (at Assets/Store.cs:4)',
			].join('\n'),
		);
		assert.deepEqual(
			sections.map(({ header, platform }) => [platform, header?.kind, header?.type]),
			[
				['unknown', 'exception', 'AndroidJavaException'],
				['jvm', 'exception', 'java.lang.IllegalStateException'],
				['unity', undefined, undefined],
				['unity', 'rethrow', 'TargetInvocationException'],
			],
		);
	});
});
