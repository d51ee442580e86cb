/// Characters for symbols by name, for surfaces of text. The names are those of SF Symbols, which providers know. Variants don't count: `wifi.circle.fill` is
/// `wifi`.
public enum SymbolTable {
    /// The character for `name`; a small diamond for a name that nobody knows.
    ///
    /// A few ASCII characters stand for many symbols. Signs of success never look like signs of failure.
    public static func character(for name: String, isUnicode: Bool) -> String {
        guard let symbol = symbol(name) else { return isUnicode ? "◆" : "*" }
        return isUnicode ? symbol.character : symbol.ascii
    }

    /// Whether a surface of text has a character for `name`.
    public static func knows(_ name: String) -> Bool { symbol(name) != nil }

    /// All names, without their variants.
    public static var names: [String] { symbols.keys.map(String.init).sorted() }

    /// The name's own, or that of the longest beginning of it that is known: behind a dot stands a variant.
    private static func symbol(_ name: String) -> (character: String, ascii: String)? {
        var rest = name[...]
        while !rest.isEmpty {
            if let symbol = symbols[rest] { return symbol }
            rest = rest[..<(rest.lastIndex(of: ".") ?? rest.startIndex)]
        }
        return nil
    }

    private static let symbols: [Substring: (character: String, ascii: String)] = list.split(whereSeparator: \.isWhitespace).reduce(into: [:]) {
        symbols, word in
        guard let equals = word.firstIndex(of: "=") else { return }
        // One character, a comma, and what stands for it where there is only ASCII.
        let value = word[word.index(after: equals)...]
        guard let character = value.first else { return }
        symbols[word[..<equals]] = (String(character), String(value.dropFirst(2)))
    }

    // One text, because a literal of so many pairs takes the compiler as long as the rest of the module. Order: marks, shapes, time, weather, machines,
    // media, people, things.
    private static let list = """
        arrow.up=↑,^ arrow.down=↓,v arrow.left=←,< arrow.right=→,> arrow.up.right=↗,/ arrow.down.right=↘,\\ arrow.up.left=↖,\\ arrow.down.left=↙,/
        arrow.up.arrow.down=⇅,| arrow.left.arrow.right=⇄,- arrow.left.and.right=↔,- arrow.up.and.down=↕,| arrow.forward=→,> arrow.backward=←,<
        arrow.clockwise=↻,@ arrow.counterclockwise=↺,@ arrow.triangle.2.circlepath=↻,@ arrow.2.circlepath=↻,@ arrow.uturn.left=↩,<
        arrow.uturn.right=↪,> arrow.uturn.backward=↩,< arrow.turn.down.right=↳,> arrow.down.to.line=⤓,v arrow.up.to.line=⤒,^
        arrow.triangle.branch=⑂,Y arrow.triangle.merge=⑃,Y arrow.triangle.pull=⑂,Y arrow.triangle.swap=⇄,- arrow.trianglehead.2.clockwise=↻,@
        arrow.up.doc=↥,^ arrow.down.doc=↧,v arrow.down.app=↧,v arrowtriangle.up=▲,^ arrowtriangle.down=▼,v arrowtriangle.left=◀,<
        arrowtriangle.right=▶,> arrowshape.up=↑,^ arrowshape.down=↓,v arrowshape.left=←,< arrowshape.right=→,> chevron.up=⌃,^ chevron.down=⌄,v
        chevron.left=‹,< chevron.right=›,> chevron.forward=›,> chevron.backward=‹,< chevron.up.chevron.down=⇕,|
        chevron.left.forwardslash.chevron.right=⌗,/ goforward=↻,@ gobackward=↺,@ plus=+,+ minus=−,- plusminus=±,+ multiply=×,x divide=÷,/
        equal==,= lessthan=<,< greaterthan=>,> percent=%,% number=#,# at=@,@ sum=∑,S function=ƒ,f infinity=∞,8 xmark=✕,x checkmark=✓,ok
        exclamationmark=!,! exclamationmark.triangle=⚠,! exclamationmark.2=‼,! questionmark=?,? info=ℹ,i ellipsis=…,. asterisk=✱,* nosign=⊘,/
        circle.slash=⊘,/ slash.circle=⊘,/ a.circle=Ⓐ,A b.circle=Ⓑ,B p.circle=Ⓟ,P
        circle=○,o circle.fill=●,O circle.lefthalf.filled=◐,o circle.righthalf.filled=◑,o circle.dotted=◌,o circle.dashed=◌,o
        circle.inset.filled=◉,O circle.grid=⋮,: square=□,# square.fill=■,# square.dashed=▢,# square.on.square=⧉,# square.stack=❏,#
        square.grid.2x2=⊞,# square.grid.3x3=⊞,# rectangle=▭,# rectangle.stack=❏,# rectangle.grid=⊞,# rectangle.split=◫,# app=▢,# triangle=△,A
        triangle.fill=▲,A diamond=◇,* diamond.fill=◆,* hexagon=⬡,o pentagon=⬠,o octagon=◯,o oval=◯,o capsule=▬,= rhombus=◇,* seal=✸,* star=☆,*
        star.fill=★,* sparkles=✦,* sparkle=✦,* heart=♡,v heart.fill=♥,v suit.heart=♥,v suit.spade=♠,* suit.club=♣,* suit.diamond=♦,* flag=⚑,P
        flag.checkered=⚑,P bookmark=⚑,P tag=⌑,#
        clock=◷,@ deskclock=◷,@ alarm=⏰,@ timer=◴,@ stopwatch=◴,@ hourglass=⌛,X calendar=▦,# watch=◷,@ applewatch=◷,@
        sun.max=☀,o sun.min=☀,o sun.horizon=☀,o sun.dust=☀,o sun.haze=☀,o sun.rain=☂,' sunrise=☀,^ sunset=☀,v moon=☾,) moon.stars=☾,) moon.zzz=☾,)
        moonphase.new.moon=●,O moonphase.first.quarter=◐,) moonphase.full.moon=○,o moonphase.last.quarter=◑,( moonphase=◐,) cloud=☁,~ icloud=☁,~
        cloud.sun=⛅,~ cloud.moon=☾,~ cloud.rain=☂,' cloud.heavyrain=☂,' cloud.drizzle=☂,' cloud.sun.rain=☂,' cloud.moon.rain=☂,' cloud.hail=☂,:
        cloud.sleet=❄,* cloud.snow=❄,* cloud.bolt=⚡,! cloud.bolt.rain=⚡,! cloud.fog=≋,= smoke=≋,= aqi=≋,= snow=❄,* snowflake=❄,* wind=≈,=
        wind.snow=❄,* hurricane=◎,@ tornado=≋,@ rainbow=∩,n umbrella=☂,T beach.umbrella=☂,T drop=◉,' humidity=◉,' thermometer=♨,| bolt=⚡,!
        bolt.slash=∅,/ flame=♨,^ water.waves=≈,~
        wifi=≋,) wifi.slash=≉,/ wifi.exclamationmark=≋,! antenna.radiowaves.left.and.right=≋,) dot.radiowaves.left.and.right=≋,) network=⌗,#
        globe=◍,o cpu=▣,# memorychip=▤,= internaldrive=▥,= externaldrive=▥,= opticaldisc=◎,o opticaldiscdrive=◎,o server.rack=▤,= xserve=▤,=
        desktopcomputer=▭,# laptopcomputer=▭,# macmini=▬,# macwindow=▢,# pc=▭,# display=▭,# tv=▭,# iphone=▯,| ipad=▯,# headphones=♫,q airpods=♫,q
        earbuds=♫,q keyboard=⌨,= computermouse=◖,o mouse=◖,o printer=⎙,= scanner=⎙,= cable.connector=⌁,~ battery=▮,# battery.0percent=▯,_
        battery.25percent=▯,_ powerplug=⌁,! poweroutlet=⌁,! power=⏻,O minus.plus.batteryblock=▮,# ev.charger=⌁,! fanblades=✣,* fan=✣,* gauge=◔,@
        speedometer=◔,@ dial=◔,@ barometer=◔,@ terminal=❯,> apple.terminal=❯,> command=⌘,& option=⌥,& control=⌃,^ shift=⇧,^ escape=⎋,e
        delete.left=⌫,< return=⏎,< folder=▱,= doc=▯,= clipboard=▯,= note=▤,= tray=▿,_ trash=⌦,x archivebox=▤,= paperclip=⌇,& link=∞,& lock=⚿,#
        lock.open=⚷,/ key=⚷,% shield=⛨,V touchid=◍,@ faceid=☺,@ gear=⚙,% gearshape=⚙,% wrench=⚒,T hammer=⚒,T screwdriver=⚒,T switch.2=☰,=
        slider.horizontal=☰,= slider.vertical=☰,= line.3.horizontal=☰,= list.bullet=☰,= list.number=☰,= list.dash=☰,= list=☰,= checklist=☑,=
        text=☰,= textformat=A,A character=A,A bold=B,B italic=I,I underline=U,U curlybraces={,{ magnifyingglass=⌕,? chart.bar=▂,# chart.line=↗,/
        chart.xyaxis.line=↗,/ chart.pie=◔,@ chart.dots=⁘,: waveform=∿,~ point.3=⌗,# cube=▣,# shippingbox=▣,# qrcode=▦,# barcode=▥,# simcard=▤,#
        sdcard=▤,# sidebar.left=◧,# sidebar.right=◨,#
        play=▶,> pause=‖,= stop=■,# playpause=⏯,> record.circle=●,O backward=«,< forward=»,> backward.end=⏮,< forward.end=⏭,> eject=⏏,^
        shuffle=⇄,- repeat=↻,@ speaker=♪,q speaker.slash=∅,/ hifispeaker=♪,q music.note=♪,q music.mic=♩,q guitars=♪,q pianokeys=♪,q mic=♩,q
        mic.slash=∅,/ camera=◉,o photo=▨,# video=▶,> film=▦,# airplay=▭,> radio=≋,) paintbrush=✎,/ paintpalette=◕,o scissors=✂,x
        wand.and.stars=✦,* wand.and.rays=✦,*
        person=☺,& figure=☺,& face.smiling=☺,) brain=❋,& hand.raised=✋,! hand.thumbsup=✓,+ hand.thumbsdown=✕,- hand.point.right=☞,> hand.wave=✋,!
        eye=◉,o eye.slash=∅,/ ear=◗,& lungs=❋,& envelope=✉,= mail=✉,= message=✉,= bubble=✉,= quote.bubble=❝,= text.bubble=✉,= paperplane=➤,>
        phone=☎,% bell=♪,! bell.slash=∅,/ megaphone=♪,! pencil=✎,/ square.and.pencil=✎,/ highlighter=✎,/ signature=✎,/ square.and.arrow.up=↥,^
        square.and.arrow.down=↧,v
        house=⌂,n building=▥,n building.2=▥,n building.columns=▥,n door.left.hand=▯,| door.garage=▥,n tent=△,A mountain.2=▲,A mappin=⌖,+ pin=⌖,+
        location=➤,> safari=◎,o scope=⌖,+ target=◎,o map=▧,# signpost=➤,> binoculars=∞,8 car=▰,= bus=▰,= tram=▰,= train=▰,= lightrail=▰,=
        cablecar=▰,= truck.box=▰,= box.truck=▰,= ferry=△,A sailboat=△,A bicycle=⚙,8 scooter=⚙,8 airplane=✈,+ fuelpump=⌑,| parkingsign=Ⓟ,P
        road.lanes=∥,| cart=⊔,u bag=⊔,u basket=⊔,u creditcard=▬,= banknote=▬,$ dollarsign=$,$ eurosign=€,E sterlingsign=£,L yensign=¥,Y
        bitcoinsign=₿,B gift=❖,# ticket=▬,= cup.and.saucer=☕,u mug=☕,u wineglass=⊻,Y fork.knife=⑂,Y birthday.cake=♨,^ carrot=❧,/ fish=⋉,x
        takeoutbag=⊔,u refrigerator=▯,| oven=▣,# washer=◎,o dishwasher=◎,o sofa=⊔,u lamp=☼,o lamp.desk=☼,o lamp.desk.fill=✹,O lightbulb=☼,o
        lightbulb.fill=✹,O flashlight=✹,O candle=✹,! air.conditioner=❄,* heater=♨,^ shower=⁂,: spigot=◉,' sprinkler=⁂,: leaf=❧,% tree=♣,Y
        camera.macro=✿,* pawprint=❖,% dog=❖,% cat=❖,% hare=❖,% tortoise=❖,% bird=❖,% ant=❖,% ladybug=❖,% book=▤,= books.vertical=▥,= newspaper=▤,=
        magazine=▤,= graduationcap=▲,A backpack=▲,A briefcase=▬,= suitcase=▬,= bed.double=▬,= zzz=z,z cross=✚,+ cross.case=✚,+ bandage=✚,+
        stethoscope=✚,+ pills=◍,o syringe=✎,/ dumbbell=∞,8 trophy=♛,Y crown=♛,W medal=✪,* rosette=✿,* gamecontroller=▣,# dice=⚄,# puzzlepiece=✚,+
        theatermasks=☻,) sportscourt=▭,# soccerball=◍,o basketball=◍,o football=◍,o baseball=◍,o tennisball=◍,o ruler=⊢,| hammer.circle=⚒,T
        """
}
