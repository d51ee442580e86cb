/// Emoji that plugins write as names between colons, such as `:rocket:`. The names are those that chats and code forges use.
enum XbarEmoji {
    /// The emoji for a name. Nil for an unknown name, which stays as it is written.
    static func symbol(_ name: Substring) -> String? { symbols[name] }

    /// The text with each known `:name:` replaced.
    static func replacing(_ text: String) -> String {
        guard text.contains(":") else { return text }
        var result = ""
        var rest = text[...]
        while let start = rest.firstIndex(of: ":") {
            result += rest[..<start]
            let after = rest.index(after: start)
            guard let end = rest[after...].firstIndex(of: ":"), let symbol = symbol(rest[after..<end]) else {
                result += ":"
                rest = rest[after...]
                continue
            }
            result += symbol
            rest = rest[rest.index(after: end)...]
        }
        return result + rest
    }

    private static let symbols: [Substring: String] = list.split(whereSeparator: \.isWhitespace).reduce(into: [:]) { symbols, word in
        guard let equals = word.firstIndex(of: "=") else { return }
        symbols[word[..<equals]] = String(word[word.index(after: equals)...])
    }

    // The list is one text, because a dictionary literal this large takes the compiler as long as the rest of the module.
    private static let list = """
        chart_with_downwards_trend=📉 +1=👍 -1=👎 100=💯 1234=🔢 8ball=🎱 _1=👎 a=🅰️ a_button_blood_type=🅰️ ab=🆎 ab_button_blood_type=🆎 abc=🔤 abcd=🔡 accept=🉑 admission_tickets=🎟️
        aerial_tramway=🚡 airplane=✈️ airplane_arriving=🛬 alarm_clock=⏰ alembic=⚗️ alien=👽 alien_monster=👾 ambulance=🚑 american_football=🏈 amphora=🏺
        anchor=⚓ angel=👼 anger=💢 anger_symbol=💢 angry=😠 angry_face=😠 angry_face_with_horns=👿 anguished=😧 ant=🐜 antenna_bars=📶
        anxious_face_with_sweat=😰 apple=🍎 aquarius=♒ aries=♈ arrow_backward=◀️ arrow_double_down=⏬ arrow_double_up=⏫ arrow_down=⬇️
        arrow_down_small=🔽 arrow_forward=▶️ arrow_heading_down=⤵️ arrow_heading_up=⤴️ arrow_left=⬅️ arrow_lower_left=↙️ arrow_lower_right=↘️
        arrow_right=➡️ arrow_right_hook=↪️ arrow_up=⬆️ arrow_up_down=↕️ arrow_up_small=🔼 arrow_upper_left=↖️ arrow_upper_right=↗️ arrows_clockwise=🔃
        arrows_counterclockwise=🔄 art=🎨 articulated_lorry=🚛 artificial_satellite=🛰️ artist_palette=🎨 astonished=😲 astonished_face=😲 athletic_shoe=👟
        atm=🏧 atm_sign=🏧 atom_symbol=⚛️ automobile=🚗 b=🅱️ b_button_blood_type=🅱️ baby=👶 baby_angel=👼 baby_bottle=🍼 baby_chick=🐤 baby_symbol=🚼 back=🔙
        back_arrow=🔙 backpack=🎒 baggage_claim=🛄 balloon=🎈 ballot_box=🗳️ ballot_box_with_ballot=🗳️ ballot_box_with_check=☑️ bamboo=🎍 banana=🍌
        bangbang=‼️ bank=🏦 bar_chart=📊 barber=💈 barber_pole=💈 baseball=⚾ basketball=🏀 bath=🛀 bathtub=🛁 battery=🔋 beach_umbrella=🏖️
        beach_with_umbrella=🏖️ bear=🐻 beating_heart=💓 bed=🛏️ bee=🐝 beer=🍺 beer_mug=🍺 beers=🍻 beetle=🐞 beginner=🔰 bell=🔔 bellhop_bell=🛎️ bento=🍱
        bento_box=🍱 bicycle=🚲 bicyclist=🚴 bike=🚲 bikini=👙 biohazard_sign=☣️ bird=🐦 birthday=🎂 birthday_cake=🎂 black_circle=⚫
        black_circle_for_record=⏺️ black_joker=🃏 black_large_square=⬛ black_medium_square=◼️ black_nib=✒️ black_small_square=▪️
        black_square_button=🔲 black_square_for_stop=⏹️ blond_haired_person=👱 blossom=🌼 blowfish=🐡 blue_book=📘 blue_car=🚙 blue_circle=🔵 blue_heart=💙
        blush=😊 boar=🐗 boat=⛵ bomb=💣 book=📖 bookmark=🔖 bookmark_tabs=📑 books=📚 boom=💥 boot=👢 bouncing_ball_person=⛹️ bouquet=💐 bow=🙇 bow_and_arrow=🏹
        bowling=🎳 boy=👦 bread=🍞 bridge_at_night=🌉 briefcase=💼 broken_heart=💔 bug=🐛 building_construction=🏗️ bulb=💡 bullet_train=🚅
        bullettrain_front=🚅 bullettrain_side=🚄 bullseye=🎯 burrito=🌯 bus=🚌 bus_stop=🚏 business_suit_levitating=🕴️ busstop=🚏 bust_in_silhouette=👤
        busts_in_silhouette=👥 cactus=🌵 cake=🍰 calendar=📆 calling=📲 camel=🐫 camera=📷 camera_flash=📸 camping=🏕️ cancer=♋ candle=🕯️ candy=🍬
        capital_abcd=🔠 capricorn=♑ car=🚗 card_file_box=🗃️ card_index=📇 card_index_dividers=🗂️ carousel_horse=🎠 carp_streamer=🎏 castle=🏰 cat=🐈 cat2=🐈
        cat_face=🐱 cat_with_tears_of_joy=😹 cat_with_wry_smile=😼 cd=💿 chains=⛓️ champagne=🍾 chart=💹 chart_decreasing=📉 chart_increasing=📈
        chart_with_upwards_trend=📈 check_box_with_check=☑️ check_mark=✔️ check_mark_button=✅ checkered_flag=🏁 cheese=🧀 chequered_flag=🏁 cherries=🍒
        cherry_blossom=🌸 chestnut=🌰 chicken=🐔 children_crossing=🚸 china=🇨🇳 chipmunk=🐿️ chocolate_bar=🍫 christmas_tree=🎄 church=⛪ cigarette=🚬
        cinema=🎦 circled_m=Ⓜ️ circus_tent=🎪 city_sunrise=🌇 city_sunset=🌆 cityscape=🏙️ cityscape_at_dusk=🌆 cl=🆑 cl_button=🆑 clamp=🗜️ clap=👏 clapper=🎬
        clapper_board=🎬 clapping_hands=👏 classical_building=🏛️ clinking_beer_mugs=🍻 clipboard=📋 clock=🕐 clock1=🕐 clock10=🕙 clock1030=🕥 clock11=🕚
        clock1130=🕦 clock12=🕛 clock1230=🕧 clock130=🕜 clock2=🕑 clock230=🕝 clock3=🕒 clock330=🕞 clock4=🕓 clock430=🕟 clock5=🕔 clock530=🕠 clock6=🕕
        clock630=🕡 clock7=🕖 clock730=🕢 clock8=🕗 clock830=🕣 clock9=🕘 clock930=🕤 closed_book=📕 closed_lock_with_key=🔐 closed_umbrella=🌂 cloud=☁️
        cloud_with_lightning=🌩️ cloud_with_rain=🌧️ cloud_with_snow=🌨️ cloud_with_tornado=🌪️ club_suit=♣️ clubs=♣️ clutch_bag=👝 cn=🇨🇳 cocktail=🍸
        cocktail_glass=🍸 coffee=☕ coffin=⚰️ cold_sweat=😰 collision=💥 comet=☄️ compression=🗜️ computer=💻 computer_disk=💽 computer_mouse=🖱️
        confetti_ball=🎊 confounded=😖 confounded_face=😖 confused=😕 congratulations=㊗️ construction=🚧 construction_worker=👷 control_knobs=🎛️
        convenience_store=🏪 cooked_rice=🍚 cookie=🍪 cooking=🍳 cool=🆒 cool_button=🆒 cop=👮 copyright=©️ corn=🌽 couch_and_lamp=🛋️ couple=👫
        couple_with_heart=💑 couplekiss=💏 cow=🐮 cow2=🐄 cow_face=🐮 crab=🦀 crayon=🖍️ credit_card=💳 crescent_moon=🌙 cricket_bat_and_ball=🏏 crocodile=🐊
        cross_mark=❌ cross_mark_button=❎ crossed_flags=🎌 crossed_swords=⚔️ crown=👑 cry=😢 crying_cat=😿 crying_cat_face=😿 crying_face=😢 crystal_ball=🔮
        cupid=💘 curly_loop=➰ currency_exchange=💱 curry=🍛 curry_rice=🍛 custard=🍮 customs=🛃 cyclone=🌀 dagger=🗡️ dagger_knife=🗡️ dancer=💃 dancers=👯
        dango=🍡 dark_sunglasses=🕶️ dart=🎯 dash=💨 dashing_away=💨 date=📅 de=🇩🇪 deciduous_tree=🌳 delivery_truck=🚚 department_store=🏬 derelict_house=🏚️
        derelict_house_building=🏚️ desert=🏜️ desert_island=🏝️ desktop_computer=🖥️ detective=🕵️ diamond_suit=♦️ diamond_with_a_dot=💠 diamonds=♦️
        disappointed=😞 disappointed_face=😞 disappointed_relieved=😥 divide=➗ dizzy=💫 dizzy_face=😵 do_not_litter=🚯 dog=🐕 dog2=🐕 dog_face=🐶 dollar=💵
        dollar_banknote=💵 dolls=🎎 dolphin=🐬 door=🚪 dotted_six-pointed_star=🔯 dotted_six_pointed_star=🔯 double_exclamation_mark=‼️
        double_vertical_bar=⏸️ doughnut=🍩 dove=🕊️ dove_of_peace=🕊️ down-left_arrow=↙️ down-right_arrow=↘️ down_arrow=⬇️ down_left_arrow=↙️
        down_right_arrow=↘️ downcast_face_with_sweat=😓 downwards_button=🔽 dragon=🐉 dragon_face=🐲 dress=👗 dromedary_camel=🐪 droplet=💧 dvd=📀 e-mail=📧
        e_mail=📧 ear=👂 ear_of_corn=🌽 ear_of_rice=🌾 earth_africa=🌍 earth_americas=🌎 earth_asia=🌏 egg=🍳 eggplant=🍆 eight=8️⃣ eight-pointed_star=✴️
        eight-spoked_asterisk=✳️ eight-thirty=🕣 eight_oclock=🕗 eight_pointed_black_star=✴️ eight_pointed_star=✴️ eight_spoked_asterisk=✳️
        eight_thirty=🕣 eject_symbol=⏏️ electric_plug=🔌 elephant=🐘 eleven-thirty=🕦 eleven_oclock=🕚 eleven_thirty=🕦 email=✉️ end=🔚 end_arrow=🔚
        enraged_face=😡 envelope=✉️ envelope_with_arrow=📩 es=🇪🇸 euro=💶 european_castle=🏰 european_post_office=🏤 evergreen_tree=🌲 ewe=🐑 exclamation=❗
        expressionless=😑 eye=👁️ eyeglasses=👓 eyes=👀 face_blowing_a_kiss=😘 face_savoring_food=😋 face_screaming_in_fear=😱 face_with_head_bandage=🤕
        face_with_medical_mask=😷 face_with_tears_of_joy=😂 face_with_thermometer=🤒 facepunch=👊 factory=🏭 fallen_leaf=🍂 family=👪 fast-forward_button=⏩
        fast_down_button=⏬ fast_forward=⏩ fast_forward_button=⏩ fast_reverse_button=⏪ fast_up_button=⏫ fax=📠 fax_machine=📠 fearful=😨 fearful_face=😨
        feet=🐾 ferris_wheel=🎡 ferry=⛴️ file_cabinet=🗄️ file_folder=📁 film_frames=🎞️ film_projector=📽️ film_strip=🎞️ fire=🔥 fire_engine=🚒 fireworks=🎆
        first_quarter_moon=🌓 first_quarter_moon_face=🌛 fish=🐟 fish_cake=🍥 fish_cake_with_swirl=🍥 fishing_pole=🎣 fishing_pole_and_fish=🎣 fist=✊
        fist_oncoming=👊 fist_raised=✊ five=5️⃣ five-thirty=🕠 five_oclock=🕔 five_thirty=🕠 flag_for_china=🇨🇳 flag_for_france=🇫🇷 flag_for_germany=🇩🇪
        flag_for_italy=🇮🇹 flag_for_japan=🇯🇵 flag_for_russia=🇷🇺 flag_for_south_korea=🇰🇷 flag_for_spain=🇪🇸 flag_for_united_kingdom=🇬🇧
        flag_for_united_states=🇺🇸 flag_in_hole=⛳ flags=🎏 flashlight=🔦 fleur_de_lis=⚜️ flexed_biceps=💪 flight_arrival=🛬 flight_departure=🛫 flipper=🐬
        floppy_disk=💾 flower_playing_cards=🎴 flushed=😳 flushed_face=😳 fog=🌫️ foggy=🌁 folded_hands=🙏 football=🏈 footprints=👣 fork_and_knife=🍴
        fountain=⛲ fountain_pen=🖋️ four=4️⃣ four-thirty=🕟 four_leaf_clover=🍀 four_oclock=🕓 four_thirty=🕟 fr=🇫🇷 frame_with_picture=🖼️
        framed_picture=🖼️ france=🇫🇷 free=🆓 free_button=🆓 french_fries=🍟 fried_egg=🍳 fried_shrimp=🍤 fries=🍟 frog=🐸 front-facing_baby_chick=🐥
        front_facing_baby_chick=🐥 frowning=😦 frowning_face=☹️ frowning_person=🙍 fu=🖕 fuel_pump=⛽ fuelpump=⛽ full_moon=🌕 full_moon_with_face=🌝
        funeral_urn=⚱️ game_die=🎲 gb=🇬🇧 gear=⚙️ gem=💎 gem_stone=💎 gemini=♊ germany=🇩🇪 ghost=👻 gift=🎁 gift_heart=💝 girl=👧 glasses=👓
        globe_showing_americas=🌎 globe_with_meridians=🌐 glowing_star=🌟 goat=🐐 goblin=👺 golf=⛳ golfer=🏌️ golfing=🏌️ graduation_cap=🎓 grapes=🍇
        green_apple=🍏 green_book=📗 green_circle=🟢 green_heart=💚 grey_exclamation=❕ grey_question=❔ grimacing=😬 grin=😁 grinning=😀 grinning_cat=😺
        grinning_face_with_sweat=😅 grinning_squinting_face=😆 growing_heart=💗 guard=💂 guitar=🎸 gun=🔫 haircut=💇 hamburger=🍔 hammer=🔨
        hammer_and_pick=⚒️ hammer_and_wrench=🛠️ hamster=🐹 hand=✋ handbag=👜 hankey=💩 hash=#️⃣ hatched_chick=🐥 hatching_chick=🐣 headphone=🎧
        headphones=🎧 hear-no-evil_monkey=🙉 hear_no_evil=🙉 hear_no_evil_monkey=🙉 heart=❤️ heart_decoration=💟 heart_eyes=😍 heart_eyes_cat=😻
        heart_suit=♥️ heart_with_arrow=💘 heart_with_ribbon=💝 heartbeat=💓 heartpulse=💗 hearts=♥️ heavy_check_mark=✔️ heavy_division_sign=➗
        heavy_dollar_sign=💲 heavy_exclamation_mark=❗ heavy_heart_exclamation=❣️ heavy_minus_sign=➖ heavy_multiplication_x=✖️ heavy_plus_sign=➕
        helicopter=🚁 helmet_with_white_cross=⛑️ herb=🌿 hibiscus=🌺 high-heeled_shoe=👠 high-speed_train=🚄 high_brightness=🔆 high_heel=👠
        high_heeled_shoe=👠 high_speed_train=🚄 high_voltage=⚡ hocho=🔪 hole=🕳️ hollow_red_circle=⭕ honey_pot=🍯 honeybee=🐝 horizontal_traffic_light=🚥
        horse=🐴 horse_face=🐴 horse_racing=🏇 hospital=🏥 hot_beverage=☕ hot_pepper=🌶️ hot_springs=♨️ hotdog=🌭 hotel=🏨 hotsprings=♨️ hourglass=⌛
        hourglass_done=⌛ hourglass_flowing_sand=⏳ hourglass_not_done=⏳ house=🏠 house_buildings=🏘️ house_with_garden=🏡 houses=🏘️ hugging_face=🤗
        hugs=🤗 hundred_points=💯 hushed=😯 ice_cream=🍨 ice_skate=⛸️ icecream=🍦 id=🆔 id_button=🆔 ideograph_advantage=🉐 imp=👿 inbox_tray=📥
        incoming_envelope=📨 index_pointing_up=☝️ information=ℹ️ information_desk_person=💁 information_source=ℹ️ innocent=😇 input_latin_letters=🔤
        input_latin_lowercase=🔡 input_latin_uppercase=🔠 input_numbers=🔢 input_symbols=🔣 interrobang=⁉️ iphone=📱 it=🇮🇹 italy=🇮🇹 izakaya_lantern=🏮
        jack-o-lantern=🎃 jack_o_lantern=🎃 japan=🇯🇵 japanese_bargain_button=🉐 japanese_castle=🏯 japanese_discount_button=🈹 japanese_dolls=🎎
        japanese_goblin=👺 japanese_here_button=🈁 japanese_ogre=👹 japanese_post_office=🏣 japanese_reserved_button=🈯 japanese_secret_button=㊙️
        japanese_vacancy_button=🈳 jeans=👖 joker=🃏 joy=😂 joy_cat=😹 joystick=🕹️ jp=🇯🇵 kaaba=🕋 key=🔑 keyboard=⌨️ keycap_0=0️⃣ keycap_1=1️⃣ keycap_10=🔟
        keycap_2=2️⃣ keycap_3=3️⃣ keycap_4=4️⃣ keycap_5=5️⃣ keycap_6=6️⃣ keycap_7=7️⃣ keycap_8=8️⃣ keycap_9=9️⃣ keycap_ten=🔟 kimono=👘 kiss=💏
        kiss_mark=💋 kissing=😗 kissing_cat=😽 kissing_closed_eyes=😚 kissing_heart=😘 kissing_smiling_eyes=😙 kitchen_knife=🔪 knife=🔪 knocked_out_face=😵
        koala=🐨 koko=🈁 kr=🇰🇷 label=🏷️ lady_beetle=🐞 lantern=🏮 laptop=💻 large_blue_circle=🔵 large_blue_diamond=🔷 large_green_circle=🟢
        large_orange_diamond=🔶 large_yellow_circle=🟡 last_quarter_moon=🌗 last_quarter_moon_face=🌜 last_track_button=⏮️ latin_cross=✝️ laughing=😆
        leaf_fluttering_in_wind=🍃 leaves=🍃 ledger=📒 left-right_arrow=↔️ left_arrow=⬅️ left_arrow_curving_right=↪️ left_luggage=🛅 left_right_arrow=↔️
        lemon=🍋 leo=♌ leopard=🐆 level_slider=🎚️ libra=♎ light_bulb=💡 light_rail=🚈 link=🔗 linked_paperclips=🖇️ lion_face=🦁 lips=👄 lipstick=💄 lock=🔒
        lock_with_ink_pen=🔏 locked=🔒 locked_with_key=🔐 locked_with_pen=🔏 lollipop=🍭 loop=➿ loud_sound=🔊 loudly_crying_face=😭 loudspeaker=📢
        love_hotel=🏩 love_letter=💌 low_brightness=🔅 lower_left_ballpoint_pen=🖊️ lower_left_crayon=🖍️ lower_left_fountain_pen=🖋️
        lower_left_paintbrush=🖌️ m=Ⓜ️ mag=🔍 mag_right=🔎 mahjong=🀄 mahjong_red_dragon=🀄 mail=📫 mailbox=📫 mailbox_closed=📪 mailbox_with_mail=📬
        mailbox_with_no_mail=📭 man=👨 man_with_gua_pi_mao=👲 mandarin=🍊 mans_shoe=👞 mantelpiece_clock=🕰️ map_of_japan=🗾 maple_leaf=🍁 mask=😷 massage=💆
        meat_on_bone=🍖 medal_military=🎖️ medal_sports=🏅 mega=📣 megaphone=📣 melon=🍈 memo=📝 mens=🚹 mens_room=🚹 metal=🤘 metro=🚇 microphone=🎤
        microscope=🔬 military_medal=🎖️ milky_way=🌌 minibus=🚐 minidisc=💽 minus=➖ moai=🗿 mobile_phone=📱 mobile_phone_off=📴 mobile_phone_with_arrow=📲
        money_bag=💰 money_mouth_face=🤑 money_with_wings=💸 moneybag=💰 monkey=🐒 monkey_face=🐵 monorail=🚝 moon=🌔 moon_viewing_ceremony=🎑 mortar_board=🎓
        mosque=🕌 motor_boat=🛥️ motorcycle=🏍️ motorway=🛣️ mount_fuji=🗻 mountain=⛰️ mountain_bicyclist=🚵 mountain_cableway=🚠 mountain_railway=🚞
        mountain_snow=🏔️ mouse=🐭 mouse2=🐁 mouse_face=🐭 mouth=👄 movie_camera=🎥 moyai=🗿 multiply=✖️ muscle=💪 mushroom=🍄 musical_keyboard=🎹
        musical_note=🎵 musical_notes=🎶 musical_score=🎼 mute=🔇 nail_care=💅 nail_polish=💅 name_badge=📛 national_park=🏞️ necktie=👔 nerd_face=🤓
        neutral_face=😐 new=🆕 new_button=🆕 new_moon=🌑 new_moon_with_face=🌚 newspaper=📰 newspaper_roll=🗞️ next_track_button=⏭️ ng=🆖 ng_button=🆖
        night_with_stars=🌃 nine=9️⃣ nine-thirty=🕤 nine_oclock=🕘 nine_thirty=🕤 no_bell=🔕 no_bicycles=🚳 no_entry=⛔ no_entry_sign=🚫 no_good=🙅
        no_mobile_phones=📵 no_mouth=😶 no_one_under_eighteen=🔞 no_pedestrians=🚷 no_smoking=🚭 non_potable_water=🚱 nose=👃 notebook=📓 notes=🎶
        nut_and_bolt=🔩 o=⭕ o2=🅾️ o_button_blood_type=🅾️ ocean=🌊 octopus=🐙 oden=🍢 office=🏢 office_building=🏢 ogre=👹 oil_drum=🛢️ ok=🆗 ok_button=🆗
        ok_hand=👌 ok_person=🙆 old_key=🗝️ old_man=👴 old_woman=👵 older_man=👴 older_woman=👵 om=🕉️ om_symbol=🕉️ on=🔛 on_arrow=🔛 oncoming_automobile=🚘
        oncoming_bus=🚍 oncoming_fist=👊 oncoming_police_car=🚔 oncoming_taxi=🚖 one=1️⃣ one-thirty=🕜 one_oclock=🕐 one_thirty=🕜 open_book=📖
        open_file_folder=📂 open_hands=👐 open_mouth=😮 open_umbrella=☂️ ophiuchus=⛎ optical_disk=💿 orange=🍊 orange_book=📙 orange_circle=🟠
        orthodox_cross=☦️ outbox_tray=📤 ox=🐂 p_button=🅿️ package=📦 page_facing_up=📄 page_with_curl=📃 pager=📟 paintbrush=🖌️ palm_tree=🌴 panda=🐼
        panda_face=🐼 paperclip=📎 paperclips=🖇️ parasol_on_ground=⛱️ parking=🅿️ part_alternation_mark=〽️ partly_sunny=⛅ party_popper=🎉
        passenger_ship=🛳️ passport_control=🛂 pause_button=⏸️ paw_prints=🐾 peace_symbol=☮️ peach=🍑 pear=🍐 pen=🖊️ pencil=📝 pencil2=✏️ penguin=🐧
        pensive=😔 pensive_face=😔 people_with_bunny_ears=👯 performing_arts=🎭 persevere=😣 persevering_face=😣 person_blond_hair=👱
        person_bouncing_ball=⛹️ person_bowing=🙇 person_frowning=🙍 person_gesturing_no=🙅 person_gesturing_ok=🙆 person_getting_haircut=💇
        person_getting_massage=💆 person_golfing=🏌️ person_lifting_weights=🏋️ person_pouting=🙎 person_raising_hand=🙋 person_running=🏃
        person_surfing=🏄 person_swimming=🏊 person_taking_bath=🛀 person_tipping_hand=💁 person_walking=🚶 person_wearing_turban=👳 person_with_ball=⛹️
        person_with_blond_hair=👱 person_with_pouting_face=🙎 person_with_skullcap=👲 person_with_turban=👳 person_with_veil=👰 phone=☎️ pick=⛏️ pig=🐷
        pig2=🐖 pig_face=🐷 pig_nose=🐽 pile_of_poo=💩 pill=💊 pine_decoration=🎍 pineapple=🍍 pisces=♓ pizza=🍕 place_of_worship=🛐 plate_with_cutlery=🍽️
        play_button=▶️ plus=➕ point_down=👇 point_left=👈 point_right=👉 point_up=☝️ point_up_2=👆 police_car=🚓 police_car_light=🚨 police_officer=👮
        poodle=🐩 pool_8_ball=🎱 poop=💩 popcorn=🍿 post_office=🏣 postal_horn=📯 postbox=📮 pot_of_food=🍲 potable_water=🚰 pouch=👝 poultry_leg=🍗 pound=💷
        pout=😡 pouting_cat=😾 pouting_face=🙎 pray=🙏 prayer_beads=📿 previous_track_button=⏮️ princess=👸 printer=🖨️ prohibited=🚫 punch=👊 purple_heart=💜
        bucket=👛 pushpin=📌 put_litter_in_its_place=🚮 question=❓ rabbit=🐰 rabbit2=🐇 rabbit_face=🐰 racehorse=🐎 racing_car=🏎️ racing_motorcycle=🏍️
        radio=📻 radio_button=🔘 radioactive_sign=☢️ rage=😡 railway_car=🚃 railway_track=🛤️ rainbow=🌈 raised_fist=✊ raised_hand=✋ raised_hands=🙌
        raising_hand=🙋 raising_hands=🙌 ram=🐏 ramen=🍜 rat=🐀 record_button=⏺️ recycle=♻️ recycling_symbol=♻️ red_apple=🍎 red_car=🚗 red_circle=🔴
        red_exclamation_mark=❗ red_heart=❤️ red_paper_lantern=🏮 red_question_mark=❓ red_triangle_pointed_up=🔺 registered=®️ relaxed=☺️ relieved=😌
        relieved_face=😌 reminder_ribbon=🎗️ repeat=🔁 repeat_one=🔂 rescue_worker_helmet=⛑️ rescue_workers_helmet=⛑️ restroom=🚻 reverse_button=◀️
        revolving_hearts=💞 rewind=⏪ ribbon=🎀 rice=🍚 rice_ball=🍙 rice_cracker=🍘 rice_scene=🎑 right_anger_bubble=🗯️ right_arrow=➡️
        right_arrow_curving_down=⤵️ right_arrow_curving_left=↩️ right_arrow_curving_up=⤴️ ring=💍 roasted_sweet_potato=🍠 robot=🤖 robot_face=🤖
        rocket=🚀 roll_eyes=🙄 rolled-up_newspaper=🗞️ rolled_up_newspaper=🗞️ roller_coaster=🎢 rooster=🐓 rose=🌹 rosette=🏵️ rotating_light=🚨
        round_pushpin=📍 rowboat=🚣 ru=🇷🇺 rugby_football=🏉 runner=🏃 running=🏃 running_shirt=🎽 running_shirt_with_sash=🎽 running_shoe=👟 russia=🇷🇺 sa=🈂️
        sad_but_relieved_face=😥 sagittarius=♐ sailboat=⛵ sake=🍶 sandal=👡 santa=🎅 santa_claus=🎅 satellite=🛰️ satellite_antenna=📡 satisfied=😆
        saxophone=🎷 scales=⚖️ school=🏫 school_satchel=🎒 scissors=✂️ scorpio=♏ scorpion=🦂 scorpius=♏ scream=😱 scream_cat=🙀 scroll=📜 seat=💺 secret=㊙️
        see-no-evil_monkey=🙈 see_no_evil=🙈 see_no_evil_monkey=🙈 seedling=🌱 seven=7️⃣ seven-thirty=🕢 seven_oclock=🕖 seven_thirty=🕢 shamrock=☘️
        shaved_ice=🍧 sheaf_of_rice=🌾 sheep=🐑 shell=🐚 shield=🛡️ shinto_shrine=⛩️ ship=🚢 shirt=👕 shit=💩 shoe=👞 shooting_star=🌠 shopping=🛍️
        shopping_bags=🛍️ shortcake=🍰 shower=🚿 signal_strength=📶 six=6️⃣ six-thirty=🕡 six_oclock=🕕 six_pointed_star=🔯 six_thirty=🕡 ski=🎿 skier=⛷️
        skis=🎿 skull=💀 skull_and_crossbones=☠️ sleeping=😴 sleeping_accommodation=🛌 sleeping_bed=🛌 sleepy=😪 sleepy_face=😪 sleuth_or_spy=🕵️
        slightly_frowning_face=🙁 slightly_smiling_face=🙂 slot_machine=🎰 small_airplane=🛩️ small_blue_diamond=🔹 small_orange_diamond=🔸
        small_red_triangle=🔺 small_red_triangle_down=🔻 smile=😄 smile_cat=😸 smiley=😃 smiley_cat=😺 smiling_face=☺️ smiling_imp=😈 smirk=😏 smirk_cat=😼
        smirking_face=😏 smoking=🚬 snail=🐌 snake=🐍 snow-capped_mountain=🏔️ snow_capped_mountain=🏔️ snowboarder=🏂 snowflake=❄️ snowman=☃️
        snowman_with_snow=☃️ snowman_without_snow=⛄ sob=😭 soccer=⚽ soccer_ball=⚽ soft_ice_cream=🍦 soon=🔜 soon_arrow=🔜 sos=🆘 sos_button=🆘 sound=🔉
        south_korea=🇰🇷 space_invader=👾 spade_suit=♠️ spades=♠️ spaghetti=🍝 spain=🇪🇸 sparkle=❇️ sparkler=🎇 sparkles=✨ sparkling_heart=💖
        speak-no-evil_monkey=🙊 speak_no_evil=🙊 speak_no_evil_monkey=🙊 speaker=🔈 speaker_high_volume=🔊 speaker_low_volume=🔈 speaking_head=🗣️
        speech_balloon=💬 speedboat=🚤 spider=🕷️ spider_web=🕸️ spiral_calendar=🗓️ spiral_calendar_pad=🗓️ spiral_note_pad=🗒️ spiral_notepad=🗒️
        spiral_shell=🐚 sport_utility_vehicle=🚙 spouting_whale=🐳 stadium=🏟️ star=⭐ star2=🌟 star_and_crescent=☪️ star_of_david=✡️ stars=🌠 station=🚉
        statue_of_liberty=🗽 steam_locomotive=🚂 steaming_bowl=🍜 stew=🍲 stop_button=⏹️ stopwatch=⏱️ straight_ruler=📏 strawberry=🍓 stuck_out_tongue=😛
        studio_microphone=🎙️ sun=☀️ sun_behind_cloud=⛅ sun_behind_large_cloud=🌥️ sun_behind_rain_cloud=🌦️ sun_behind_small_cloud=🌤️ sun_with_face=🌞
        sunflower=🌻 sunglasses=😎 sunny=☀️ sunrise=🌅 sunrise_over_mountains=🌄 sunset=🌇 surfer=🏄 sushi=🍣 suspension_railway=🚟 sweat=😓 sweat_droplets=💦
        sweat_drops=💦 sweat_smile=😅 sweet_potato=🍠 swimmer=🏊 symbols=🔣 synagogue=🕍 syringe=💉 t-shirt=👕 t_shirt=👕 taco=🌮 tada=🎉 tanabata_tree=🎋
        tangerine=🍊 taurus=♉ taxi=🚕 tea=🍵 teacup_without_handle=🍵 tear-off_calendar=📆 tear_off_calendar=📆 telephone=☎️ telephone_receiver=📞
        telescope=🔭 television=📺 ten=🔟 ten-thirty=🕥 ten_oclock=🕙 ten_thirty=🕥 tennis=🎾 tent=⛺ thermometer=🌡️ thinking=🤔 thought_balloon=💭 three=3️⃣
        three-thirty=🕞 three_button_mouse=🖱️ three_oclock=🕒 three_thirty=🕞 thumbs_down=👎 thumbs_up=👍 thumbsdown=👎 thumbsup=👍
        thunder_cloud_and_rain=⛈️ ticket=🎫 tickets=🎟️ tiger=🐯 tiger2=🐅 tiger_face=🐯 timer_clock=⏲️ tipping_hand_person=💁 tired_face=😫 tm=™️ toilet=🚽
        tokyo_tower=🗼 tomato=🍅 tongue=👅 top=🔝 top_arrow=🔝 top_hat=🎩 tophat=🎩 tornado=🌪️ trackball=🖲️ tractor=🚜 trade_mark=™️ traffic_light=🚥 train=🚋
        train2=🚆 tram=🚊 triangular_flag=🚩 triangular_flag_on_post=🚩 triangular_ruler=📐 trident=🔱 trident_emblem=🔱 triumph=😤 trolleybus=🚎 trophy=🏆
        tropical_drink=🍹 tropical_fish=🐠 truck=🚚 trumpet=🎺 tshirt=👕 tulip=🌷 turkey=🦃 turtle=🐢 tv=📺 twelve-thirty=🕧 twelve_oclock=🕛 twelve_thirty=🕧
        two=2️⃣ two-hump_camel=🐫 two-thirty=🕝 two_hearts=💕 two_hump_camel=🐫 two_men_holding_hands=👬 two_oclock=🕑 two_thirty=🕝
        two_women_holding_hands=👭 u5272=🈹 u5408=🈴 u55b6=🈺 u6307=🈯 u6708=🈷️ u6709=🈶 u6e80=🈵 u7121=🈚 u7533=🈸 u7981=🈲 u7a7a=🈳 uk=🇬🇧 umbrella=☔
        umbrella_on_ground=⛱️ umbrella_with_rain_drops=☔ unamused=😒 unamused_face=😒 underage=🔞 unicorn_face=🦄 united_kingdom=🇬🇧 united_states=🇺🇸
        unlock=🔓 unlocked=🔓 up=🆙 up-down_arrow=↕️ up-left_arrow=↖️ up-right_arrow=↗️ up_arrow=⬆️ up_button=🆙 up_down_arrow=↕️ up_left_arrow=↖️
        up_right_arrow=↗️ upside_down_face=🙃 upwards_button=🔼 us=🇺🇸 v=✌️ vertical_traffic_light=🚦 vhs=📼 vibration_mode=📳 victory_hand=✌️
        video_camera=📹 video_game=🎮 videocassette=📼 violin=🎻 virgo=♍ volcano=🌋 volleyball=🏐 vs=🆚 vs_button=🆚 walking=🚶 waning_crescent_moon=🌘
        waning_gibbous_moon=🌖 warning=⚠️ wastebasket=🗑️ watch=⌚ water_buffalo=🐃 water_closet=🚾 water_pistol=🔫 water_wave=🌊 watermelon=🍉 wave=👋
        waving_black_flag=🏴 waving_hand=👋 waving_white_flag=🏳️ wavy_dash=〰️ waxing_crescent_moon=🌒 waxing_gibbous_moon=🌔 wc=🚾 weary=😩 weary_cat=🙀
        weary_face=😩 wedding=💒 weight_lifter=🏋️ weight_lifting=🏋️ whale=🐳 whale2=🐋 wheel_of_dharma=☸️ wheelchair=♿ wheelchair_symbol=♿
        white_check_mark=✅ white_circle=⚪ white_exclamation_mark=❕ white_flag=🏳️ white_flower=💮 white_frowning_face=☹️ white_large_square=⬜
        white_medium_square=◻️ white_question_mark=❔ white_small_square=▫️ white_square_button=🔳 white_sun_behind_cloud=🌥️ wind_blowing_face=🌬️
        wind_chime=🎐 wind_face=🌬️ wine_glass=🍷 wink=😉 winking_face=😉 winking_face_with_tongue=😜 wolf=🐺 woman=👩 woman_dancing=💃 womans_boot=👢
        womans_clothes=👚 womans_hat=👒 womans_sandal=👡 womens=🚺 womens_room=🚺 world_map=🗺️ worried=😟 wrapped_gift=🎁 wrench=🔧 writing_hand=✍️ x=❌
        yellow_circle=🟡 yellow_heart=💛 yen=💴 yen_banknote=💴 yin_yang=☯️ yum=😋 zap=⚡ zero=0️⃣ zipper_mouth_face=🤐 zzz=💤
        """
}
