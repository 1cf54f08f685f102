import { oddTexts } from '../../world/oddTexts';
import { type DotnetFrame, german, russian, stack, thrown } from '../dotnet';
import type { ErrorKinds } from '../errorKind';
import { windowsFrames as frames } from './frames';

const resumed = '--- End of stack trace from previous location ---';
const innerEnd = '--- End of inner exception stack trace ---';

const dispatcher: readonly DotnetFrame[] = [
	'System.Threading.Tasks.Task.<>c.<ThrowAsync>b__128_0(Object state)',
	'System.Windows.Threading.ExceptionWrapper.InternalRealCall(Delegate callback, Object args, Int32 numArgs)',
	'System.Windows.Threading.ExceptionWrapper.TryCatchWhen(Object source, Delegate callback, Object args, Int32 numArgs, Delegate catchHandler)',
];
const click: readonly DotnetFrame[] = [
	'System.Windows.EventRoute.InvokeHandlersImpl(Object source, RoutedEventArgs args, Boolean reRaised)',
	'System.Windows.UIElement.RaiseEventImpl(DependencyObject sender, RoutedEventArgs args)',
	'System.Windows.Controls.Primitives.ButtonBase.OnClick()',
	'System.Windows.Controls.Button.OnClick()',
	'System.Windows.Controls.Primitives.ButtonBase.OnMouseLeftButtonUp(MouseButtonEventArgs e)',
	'System.Windows.Input.InputManager.ProcessStagingArea()',
	'System.Windows.Interop.HwndMouseInputProvider.ReportInput(IntPtr hwnd, InputMode mode, Int32 timestamp, RawMouseActions actions, Int32 x, Int32 y, Int32 wheel)',
	'MS.Win32.HwndSubclass.SubclassWndProc(IntPtr hwnd, Int32 msg, IntPtr wParam, IntPtr lParam)',
	...dispatcher.slice(1),
];
const importing: readonly DotnetFrame[] = [frames.readEntry, frames.readLines, frames.import, ...dispatcher];
const amount: readonly DotnetFrame[] = [
	'System.Number.ThrowFormatException[TChar](ReadOnlySpan`1 value)',
	'System.Decimal.Parse(String s, NumberStyles style, IFormatProvider provider)',
	frames.readAmount,
	...importing,
];
const fileOpening: readonly DotnetFrame[] = [
	'Microsoft.Win32.SafeHandles.SafeFileHandle.CreateFile(String fullPath, FileMode mode, FileAccess access, FileShare share, FileOptions options)',
	'System.IO.Strategies.OSFileStreamStrategy..ctor(String path, FileMode mode, FileAccess access, FileShare share, FileOptions options, Int64 preallocationSize, Nullable`1 unixCreateMode)',
];

/** Budget for Windows. */
export const windowsKinds: ErrorKinds = [
	thrown(
		'System.FormatException',
		(draws) =>
			`The input string '${draws.pick(['12,5O', '1.000,00-', '— 7', '12.50 €', '(3)', ''])}' was not in a correct format.`,
		stack(amount),
	),
	thrown(
		'System.IO.IOException',
		() =>
			"The process cannot access the file 'C:\\Users\\Public\\ledger.json' because it is being used by another process.",
		stack([...fileOpening, frames.create, frames.save, ...click]),
	),
	thrown(
		'System.AggregateException',
		() => 'One or more errors occurred. (The ledger was not backed up)',
		[
			'\n ---> Budget.Backup.BackupException: The ledger was not backed up',
			'\n ---> System.Net.Http.HttpRequestException: Response status code does not indicate success: 503 (Service Unavailable).',
			stack(['System.Net.Http.HttpResponseMessage.EnsureSuccessStatusCode()', frames.ensureSuccess, innerEnd]),
			stack([frames.notBackedUp, innerEnd]),
			stack([
				'System.Threading.Tasks.Task.Wait(Int32 millisecondsTimeout, CancellationToken cancellationToken)',
				frames.runBackup,
				...click,
			]),
		].join(''),
		{ spikes: true },
	),
	thrown('System.FormatException', () => 'Входная строка имела неверный формат.', stack(amount, russian)),
	thrown('System.IndexOutOfRangeException', () => 'Index was outside the bounds of the array.', stack(importing)),
	thrown(
		'System.ArgumentOutOfRangeException',
		() => "Index was out of range. Must be non-negative and less than the size of the collection. (Parameter 'index')",
		stack(['System.Collections.Generic.List`1.get_Item(Int32 index)', frames.firstAccount, resumed, ...dispatcher]),
		{ since: '3.1.0' },
	),
	thrown(
		'System.DivideByZeroException',
		() => 'Attempted to divide by zero.',
		stack([
			'System.Decimal.DecCalc.VarDecDiv(DecCalc& d1, DecCalc& d2)',
			'System.Decimal.op_Division(Decimal d1, Decimal d2)',
			frames.average,
			frames.showAverage,
			...dispatcher,
		]),
	),
	thrown(
		'System.FormatException',
		(draws) => `String '${draws.pick(oddTexts)}' was not recognized as a valid DateOnly.`,
		stack([
			'System.DateOnly.Parse(ReadOnlySpan`1 s, IFormatProvider provider, DateTimeStyles style)',
			frames.readDay,
			...importing,
		]),
	),
	thrown(
		'System.Text.Json.JsonException',
		(draws) =>
			`'0x00' is an invalid start of a value. Path: $ | LineNumber: 0 | BytePositionInLine: ${draws.below(4096)}.`,
		[
			"\n ---> System.Text.Json.JsonReaderException: '0x00' is an invalid start of a value. LineNumber: 0 | BytePositionInLine: 0.",
			stack([
				'System.Text.Json.ThrowHelper.ThrowJsonReaderException(Utf8JsonReader& json, ExceptionResource resource, Byte nextByte, ReadOnlySpan`1 bytes)',
				'System.Text.Json.Utf8JsonReader.Read()',
				innerEnd,
			]),
			stack([
				'System.Text.Json.ThrowHelper.ReThrowWithPath(ReadStack& state, JsonReaderException ex)',
				'System.Text.Json.JsonSerializer.Deserialize[TValue](Stream utf8Json, JsonSerializerOptions options)',
				frames.deserialize,
				frames.loadAtStart,
			]),
		].join(''),
	),
	thrown(
		'System.IO.FileNotFoundException',
		() => 'Die Datei "C:\\Users\\Öffentlich\\ledger.json" konnte nicht gefunden werden.',
		stack([...fileOpening, 'System.IO.File.OpenRead(String path)', frames.open, frames.loadAtStart], german),
	),
	thrown(
		'System.ArgumentNullException',
		() => "Value cannot be null. (Parameter 'source')",
		stack([
			'System.Linq.ThrowHelper.ThrowArgumentNullException(ExceptionArgument argument)',
			'System.Linq.Enumerable.Select[TSource,TResult](IEnumerable`1 source, Func`2 selector)',
			frames.toAccounts,
			frames.loadAtStart,
		]),
	),
	thrown(
		'System.InvalidOperationException',
		(draws) => `Account "${draws.pick(['Haushalt', 'Sparen', '貯金', 'Urlaub 🏖️'])}" has no entries`,
		stack([frames.largest, frames.showLargest, ...dispatcher]),
		{ since: '3.1.0' },
	),
];
