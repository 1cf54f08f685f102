import Foundation

struct Order: Codable {
    let id: UUID
    let lines: [CartLine]
}

/// Orders that wait for a connection, kept in a file.
final class OrderQueue {
    private let file = URL.documentsDirectory.appending(path: "orders.json")
    private let queue = DispatchQueue(label: "com.example.shop.orders")
    private var orders: [Order] = []

    func add(_ order: Order) {
        queue.sync {
            orders.append(order)
            save()
        }
    }

    func resume() {
        queue.async { [unowned self] in
            let data = try! Data(contentsOf: file)
            orders = try! JSONDecoder().decode([Order].self, from: data)
            sendNext()
        }
    }

    private func sendNext() {
        guard let order = orders.first else { return }
        let request = URLRequest(url: URL(string: "https://api.example.com/orders/\(order.id)")!)
        URLSession.shared.dataTask(with: request) { _, _, error in
            guard error == nil else { return }
            self.queue.sync {
                self.orders.removeFirst()
                self.save()
            }
        }.resume()
    }

    private func save() {
        try? JSONEncoder().encode(orders).write(to: file)
    }
}
