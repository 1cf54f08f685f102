import 'dart:convert';

import 'package:http/http.dart' as http;

import '../storage/note_store.dart';

class SyncException implements Exception {
  const SyncException(this.status, this.noteId);

  final int status;
  final String noteId;

  @override
  String toString() => 'SyncException: note $noteId was answered with HTTP $status';
}

/// Sends notes to the server, one at a time.
class SyncClient {
  SyncClient(this.address);

  final Uri address;

  Future<void> push(Note note) async {
    final response = await http
        .put(address.resolve('notes/${note.id}'), body: jsonEncode(note))
        .timeout(const Duration(seconds: 20));
    if (response.statusCode != 204) {
      throw SyncException(response.statusCode, note.id);
    }
  }
}
